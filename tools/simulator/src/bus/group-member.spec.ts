import { setTimeout as delay } from 'node:timers/promises';
import { Chance } from '@nordgate/chaos/chance';
import type { Consumer } from '@nordgate/messaging';
import { Faults } from '../clock/faults.js';
import { Broker } from './broker.js';
import { GroupMember } from './group-member.js';

const [group, topic] = ['group', 'payments.events.v1'] as const;

/** A member of the group, which handles messages while its gate is open. */
function aMember(broker: Broker) {
  const begun: string[] = [];
  const gate = { opened: Promise.resolve() };
  const handle: Consumer['handle'] = async ({ messages }) => {
    begun.push(...messages.map(({ value }) => String(value)));
    await gate.opened;
  };
  const consumer = { group, topic, handle } as unknown as Consumer;
  const faults = new Faults(new Chance(1), { rate: 0 });
  const member = new GroupMember({ broker, consumer, faults, onError: () => undefined });
  member.join();
  const shut = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate.opened = promise;
    return resolve;
  };
  return { member, begun, shut };
}

const message = (value: string) => [{ key: 'payment-1', value, headers: {} }];

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await delay(5);
}

describe('a member whose session is over', () => {
  it('commits nothing of what it still handles, and joins again', async () => {
    const broker = new Broker();
    const one = aMember(broker);
    broker.append(topic, message('1'));
    await until(() => broker.behind() === 0);

    const openOne = one.shut();
    broker.append(topic, message('2'));
    await until(() => one.begun.includes('2'));
    one.member.evict();
    one.member.evict();
    const other = aMember(broker);
    const openOther = other.shut();
    await until(() => other.begun.includes('2'));
    openOne();
    await delay(50);
    expect(broker.behind()).toBe(1);
    openOther();
    await until(() => broker.behind() === 0);

    await other.member.stop();
    broker.append(topic, message('3'));
    await until(() => broker.behind() === 0);
    expect([one.begun, other.begun]).toEqual([['1', '2', '3'], ['2']]);
    await one.member.stop();
  });
});
