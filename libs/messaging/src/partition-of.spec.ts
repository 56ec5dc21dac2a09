import fc from 'fast-check';
import { partitionOf } from './partition-of.js';

describe('the partition of a key', () => {
  it('never changes from release to release', () => {
    const keys = ['payment-1', 'payment-2', 'basket-1', 'authorisation-ø'];
    expect(keys.map((key) => partitionOf(key, 12))).toEqual([11, 10, 9, 6]);
  });

  it('is always one of the partitions', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 64 }), (key, partitions) => {
        const partition = partitionOf(key, partitions);
        expect(Number.isInteger(partition)).toBe(true);
        expect(partition).toBeGreaterThanOrEqual(0);
        expect(partition).toBeLessThan(partitions);
      }),
    );
  });

  it.each([2, 12])('spreads stream ids evenly over %d partitions', (partitions) => {
    const counts = Array.from({ length: partitions }, () => 0);
    for (let i = 0; i < 12_000; i += 1) {
      const partition = partitionOf(`payment-${(i * 2_654_435_761).toString(16)}`, partitions);
      counts[partition] = (counts[partition] ?? 0) + 1;
    }
    const fair = 12_000 / partitions;
    for (const count of counts) expect(Math.abs(count - fair)).toBeLessThan(fair * 0.2);
  });
});
