import { dropRecords } from './drop-records.js';
import type { DroppingAdmin } from './drop-records.js';
import { firstGeneration } from './generations.js';

const topic = 'payments.commands.v1';
const before = new Date('2026-03-01T10:00:00Z');

interface Partition {
  readonly low: number;
  readonly high: number;
  /** The first record that is young enough to stay; the end when there is none. */
  readonly young: number;
  readonly handled?: number;
}

/** Brokers with these partitions, which note what they drop. */
function brokers(...all: readonly Partition[]) {
  const dropped: object[] = [];
  const each = <T extends object>(fields: (one: Partition) => T) =>
    Promise.resolve(all.map((one, partition) => ({ partition, ...fields(one) })));
  const admin = {
    fetchTopicOffsets: () =>
      each(({ low, high }) => ({ offset: String(high), low: String(low), high: String(high) })),
    fetchTopicOffsetsByTimestamp: () => each(({ young }) => ({ offset: String(young) })),
    fetchOffsets: async () => {
      const partitions = await each(({ handled = -1 }) => ({
        offset: String(handled),
        metadata: '',
      }));
      return [{ topic, partitions }];
    },
    deleteTopicRecords: (given: object) => {
      dropped.push(given);
      return Promise.resolve();
    },
  } satisfies DroppingAdmin;
  return { admin, dropped };
}

describe('a topic whose records end', () => {
  it('drops what was written before the time, and keeps the rest', async () => {
    const { admin, dropped } = brokers(
      { low: 0, high: 9, young: 4 },
      { low: 3, high: 9, young: 3 },
      { low: 2, high: 9, young: 9 },
    );
    expect(await dropRecords(admin, firstGeneration(topic), { before })).toBe(4 + 7);
    const partitions = [
      { partition: 0, offset: '4' },
      { partition: 2, offset: '9' },
    ];
    expect(dropped).toEqual([{ topic, partitions }]);
  });

  it('keeps every record that its group has not handled, however old', async () => {
    const { admin, dropped } = brokers(
      { low: 0, high: 9, young: 9, handled: 5 },
      { low: 0, high: 9, young: 9 },
      { low: 0, high: 9, young: 2, handled: 9 },
    );
    expect(await dropRecords(admin, firstGeneration(topic), { before, group: 'payments' })).toBe(
      5 + 2,
    );
    const partitions = [
      { partition: 0, offset: '5' },
      { partition: 2, offset: '2' },
    ];
    expect(dropped).toEqual([{ topic, partitions }]);
  });

  it('asks the brokers for no deletion when nothing ends', async () => {
    const { admin, dropped } = brokers({ low: 4, high: 9, young: 4, handled: 9 });
    expect(await dropRecords(admin, firstGeneration(topic), { before, group: 'payments' })).toBe(0);
    expect(dropped).toEqual([]);
  });
});
