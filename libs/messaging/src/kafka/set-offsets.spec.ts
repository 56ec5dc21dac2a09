import { KafkaJSError } from 'kafkajs';
import type { Consumer, Kafka } from 'kafkajs';
import { setOffsets } from './set-offsets.js';

/** A group in this state, whose members note what they do. */
function groupIn(state: string, ...joins: readonly (() => Promise<void>)[]) {
  const calls: string[] = [];
  const left = [...joins];
  const noted =
    (name: string, answer?: object) =>
    (...given: readonly object[]) => {
      calls.push(name === 'commitOffsets' ? `${name} ${JSON.stringify(given[0])}` : name);
      return Promise.resolve(answer);
    };
  const consumer = () =>
    ({
      connect: noted('connect'),
      subscribe: noted('subscribe'),
      describeGroup: noted('describeGroup', { state }),
      run: () => {
        calls.push('run');
        return left.shift()?.() ?? Promise.resolve();
      },
      pause: noted('pause'),
      commitOffsets: noted('commitOffsets'),
      disconnect: noted('disconnect'),
    }) as unknown as Consumer;
  return { kafka: { consumer } as Pick<Kafka, 'consumer'>, calls };
}

const offsets = {
  group: 'a-group',
  topic: 'payments.events.v1',
  partitions: [{ partition: 2, offset: '7' }],
} as const;
const commit = 'commitOffsets [{"topic":"payments.events.v1","partition":2,"offset":"7"}]';
const asks = ['connect', 'subscribe', 'describeGroup'];

describe('the offsets of a group', () => {
  it.each(['Empty', 'Dead'])('are set by a member that commits and leaves: %s', async (state) => {
    const { kafka, calls } = groupIn(state);
    await setOffsets(kafka, offsets);
    expect(calls).toEqual([...asks, 'run', 'pause', commit, 'disconnect']);
  });

  it.each(['Stable', 'PreparingRebalance', 'CompletingRebalance'])(
    'are not set while the group has members: %s',
    async (state) => {
      const { kafka, calls } = groupIn(state);
      await expect(setOffsets(kafka, offsets)).rejects.toThrow(`a-group has members`);
      expect(calls).toEqual([...asks, 'disconnect']);
    },
  );

  it('are set by a new member when the coordinator of the group was loading', async () => {
    const loading = new KafkaJSError('The coordinator is loading', { retriable: true });
    const { kafka, calls } = groupIn('Empty', () => Promise.reject(loading));
    await setOffsets(kafka, offsets);
    const first = [...asks, 'run', 'pause', 'disconnect'];
    expect(calls).toEqual([...first, ...asks, 'run', 'pause', commit, 'disconnect']);
  });
});
