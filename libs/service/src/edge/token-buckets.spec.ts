import fc from 'fast-check';
import { TokenBuckets } from './token-buckets.js';

describe('a token that is given back', () => {
  it('can be taken again, and never makes more than a full bucket', () => {
    const buckets = new TokenBuckets({ perSecond: 0.001, burst: 1, keysMax: 2 }, () => 0);
    expect(buckets.take('a')).toBeUndefined();
    expect(buckets.take('a')).toBe(1000);
    for (const key of ['a', 'a', 'unknown']) buckets.giveBack(key);
    expect(buckets.take('a')).toBeUndefined();
    expect(buckets.take('a')).toBe(1000);
    expect(buckets.size).toBe(1);
  });
});

describe('a bucket of tokens', () => {
  let nowMs: number;
  const bucketsOf = (options: { perSecond?: number; burst?: number; keysMax?: number } = {}) =>
    new TokenBuckets({ perSecond: 2, burst: 4, keysMax: 3, ...options }, () => nowMs);
  beforeEach(() => {
    nowMs = 1000;
  });

  const takenOf = (buckets: TokenBuckets, key: string, tries: number) =>
    Array.from({ length: tries }, () => buckets.take(key)).filter((one) => one === undefined)
      .length;

  it('gives the whole burst at once, then the rate', () => {
    const buckets = bucketsOf();
    expect(takenOf(buckets, 'a', 10)).toBe(4);
    nowMs += 1000;
    expect(takenOf(buckets, 'a', 10)).toBe(2);
    nowMs += 60_000;
    expect(takenOf(buckets, 'a', 10)).toBe(4);
  });

  it.each([
    [2, 1],
    [0.5, 2],
    [0.1, 10],
  ])('at %d per second has its next token after the returned %d s', (perSecond, seconds) => {
    const buckets = bucketsOf({ perSecond, burst: 1 });
    expect(buckets.take('a')).toBeUndefined();
    expect(buckets.take('a')).toBe(seconds);
    nowMs += seconds * 1000;
    expect(buckets.take('a')).toBeUndefined();
  });

  it('takes the cost of a request, or nothing and the seconds until there is enough', () => {
    const buckets = bucketsOf();
    expect(buckets.take('a', 3)).toBeUndefined();
    expect(buckets.take('a', 3)).toBe(1);
    expect(buckets.take('a', 1)).toBeUndefined();
    expect(buckets.take('a', 3)).toBe(2);
    nowMs += 2000;
    expect(buckets.take('a', 3)).toBeUndefined();
  });

  it('takes a full bucket for a cost above the burst', () => {
    const buckets = bucketsOf();
    expect(buckets.take('a', 100)).toBeUndefined();
    expect(buckets.take('a', 100)).toBe(2);
    nowMs += 2000;
    expect(buckets.take('a', 100)).toBeUndefined();
    expect(buckets.take('a')).toBe(1);
  });

  it('keeps keys apart', () => {
    const buckets = bucketsOf();
    expect(takenOf(buckets, 'a', 10)).toBe(4);
    expect(takenOf(buckets, 'b', 10)).toBe(4);
  });

  it('keeps a limited number of keys, the recently used ones', () => {
    const buckets = bucketsOf({ burst: 1 });
    for (const key of ['a', 'b', 'c', 'a', 'd']) buckets.take(key);
    expect(buckets.size).toBe(3);
    expect(buckets.take('a')).toBe(1);
    expect(buckets.take('b')).toBeUndefined();
  });

  it('never gives more than burst and rate together at any times', () => {
    const gap = fc.tuple(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 1, max: 4 }));
    const gaps = fc.array(gap, { maxLength: 60 });
    fc.assert(
      fc.property(gaps, (waits) => {
        const startMs = nowMs;
        const buckets = bucketsOf();
        let taken = 0;
        for (const [ms, cost] of waits) {
          nowMs += ms;
          if (buckets.take('a', cost) === undefined) taken += cost;
        }
        expect(taken).toBeLessThanOrEqual(4 + ((nowMs - startMs) / 1000) * 2 + 1e-6);
      }),
    );
  });
});
