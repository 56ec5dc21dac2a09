import { nextOffset, offsetsSince } from './next-offset.js';

describe('offsets of messages that no broker numbers', () => {
  it('rise and are decimal digits', () => {
    const [first, second] = [nextOffset(), nextOffset()];
    expect(first).toMatch(/^\d+$/);
    expect(BigInt(second)).toBeGreaterThan(BigInt(first));
  });

  it('never come again when the process starts anew', () => {
    const before = offsetsSince(1_772_359_200_000);
    const used = Array.from({ length: 10_000 }, before);
    const after = offsetsSince(1_772_359_200_001);
    expect(BigInt(after())).toBeGreaterThan(BigInt(used.at(-1) ?? 0));
  });
});
