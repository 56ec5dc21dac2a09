import fc from 'fast-check';
import { nextOffset, offsetsSince, partitionOf } from './placement.js';

describe('nextOffset', () => {
  it('returns decimal digits in ascending order', () => {
    const [first, second] = [nextOffset(), nextOffset()];
    expect(first).toMatch(/^\d+$/);
    expect(BigInt(second)).toBeGreaterThan(BigInt(first));
  });

  it('returns no offset of the process before, after a restart', () => {
    const before = offsetsSince(1_772_359_200_000);
    const used = Array.from({ length: 10_000 }, before);
    const after = offsetsSince(1_772_359_200_001);
    expect(BigInt(after())).toBeGreaterThan(BigInt(used.at(-1) ?? 0));
  });
});

describe('partitionOf', () => {
  it('places a key where earlier releases placed it', () => {
    const keys = ['payment-1', 'payment-2', 'basket-1', 'authorisation-ø'];
    expect(keys.map((key) => partitionOf(key, 12))).toEqual([11, 10, 9, 6]);
  });

  it('returns one of the partitions for any key', () => {
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
