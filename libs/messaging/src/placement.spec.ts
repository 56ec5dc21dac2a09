import { nextOffset, offsetsSince } from './placement.js';

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
