import type { Message } from '@nordgate/messaging';
import { Broker } from './broker.js';

const topic = 'payments.events.v1';
const message = (key: string, value = key): Message => ({ key, value, headers: {} });

function aMember() {
  const assigned: (readonly number[])[] = [];
  const woken: number[] = [];
  return {
    assigned,
    woken,
    assign: (partitions: readonly number[]) => void assigned.push(partitions),
    wake: (partition: number) => void woken.push(partition),
  };
}

describe('the model of Kafka', () => {
  it('keeps the messages of a key in one partition, in their order', () => {
    const broker = new Broker();
    broker.append(topic, [message('a', '1'), message('b', '2'), message('a', '3')]);
    const ofA = broker.recordsOf(topic).filter(({ key }) => key === 'a');
    expect(ofA.map(({ value }) => value)).toEqual(['1', '3']);
    expect(new Set(ofA.map(({ partition }) => partition)).size).toBe(1);
  });

  it('shares the partitions of a group among its members, and wakes the member that reads one', () => {
    const broker = new Broker();
    const [one, other] = [aMember(), aMember()];
    broker.join('group', topic, one);
    const all = one.assigned.at(-1) ?? [];
    broker.join('group', topic, other);
    const shared = [...(one.assigned.at(-1) ?? []), ...(other.assigned.at(-1) ?? [])];
    expect(shared.toSorted()).toEqual([...all].toSorted());
    broker.leave('group', topic, other);
    expect(one.assigned.at(-1)).toEqual(all);
    broker.append(topic, [message('a')]);
    expect(one.woken).toHaveLength(1);
  });

  it('counts what a group has not committed', () => {
    const broker = new Broker();
    broker.join('group', topic, aMember());
    broker.append(topic, [message('a'), message('a')]);
    expect(broker.behind()).toBe(2);
    const [{ partition } = { partition: 0 }] = broker.recordsOf(topic);
    broker.commit('group', topic, partition, 2);
    expect([broker.behind(), broker.committed('group', topic, partition)]).toEqual([0, 2]);
  });

  it('has a copy that goes on alone', () => {
    const broker = new Broker();
    broker.append(topic, [message('a')]);
    const copy = broker.clone();
    copy.append(topic, [message('b')]);
    expect([broker.recordsOf(topic).length, copy.recordsOf(topic).length]).toEqual([1, 2]);
  });
});
