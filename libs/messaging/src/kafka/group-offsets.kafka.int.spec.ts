import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@nordgate/testing';
import { createLog } from '@nordgate/telemetry';
import type { Consumption, ReceivedMessage } from '../bus.js';
import { groupLag } from './group-lag.js';
import { rewind, rewindsOf } from './group-offsets.js';
import { KafkaBus } from './kafka-bus.js';
import { createTopics } from './topic-admin.js';

const log = createLog({ app: 'messaging-test', level: 'silent' });
const brokers = (process.env['NORDGATE_TEST_KAFKA'] ?? '').split(',');
const settings = { brokers, clientId: 'messaging-test' };
const topic = 'accounts.events.v1';

describe('the offsets of the groups of a service', () => {
  const service = `rewound-${randomUUID()}`;
  const group = `${service}.purpose`;
  const seen: string[] = [];
  let bus: KafkaBus;
  let consumption: Consumption;

  const publish = (number: number) =>
    bus.publish(topic, [{ key: service, value: String(number), headers: {} }]);
  const ofUs = ({ key }: ReceivedMessage) => key === service;
  const consume = async () => {
    consumption = await bus.consume({
      ...{ topic, group },
      handle: ({ messages }) => {
        seen.push(...messages.filter(ofUs).map(({ value }) => value));
        return Promise.resolve();
      },
    });
  };
  const isCommitted = async () => {
    const lags = await groupLag({ settings, log });
    return lags.some((lag) => lag.group === group && lag.behind === 0 && lag.isAssigned);
  };

  beforeAll(async () => {
    await createTopics({ settings, log, replicationFactor: 1 });
    bus = new KafkaBus({ settings, log });
  });
  afterAll(() => bus.close());

  it('go back to a time, when no member is connected, and no other message is read again', async () => {
    await publish(1);
    await sleep(5);
    const to = new Date();
    await sleep(5);
    await publish(2);
    await publish(3);
    await consume();
    await eventually('all is read', () => seen.length === 3);
    await eventually('all is committed', isCommitted, { everyMs: 200 });

    const [connected] = await rewindsOf({ settings, log }, { service, to });
    expect(connected).toMatchObject({ group, topic, members: 1, again: 2 });
    await consumption.stop();

    const rewinds = await rewindsOf({ settings, log }, { service, to });
    expect(rewinds).toMatchObject([{ group, members: 0, again: 2 }]);
    expect(await rewindsOf({ settings, log }, { service: 'rewound', to })).toEqual([]);
    await rewind({ settings, log }, rewinds);
    expect(await rewindsOf({ settings, log }, { service, to })).toEqual([]);
    await consume();
    await eventually('two are read again', () => seen.length === 5);
    expect(seen).toEqual(['1', '2', '3', '2', '3']);
  });
});
