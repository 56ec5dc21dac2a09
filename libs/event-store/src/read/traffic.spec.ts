import fc from 'fast-check';
import { Traffic } from './traffic.js';

/** Traffic of so many messages every so many milliseconds, for a while. */
function after(count: number, everyMs: number, forMs: number) {
  const clock = { nowMs: 1_000_000 };
  const traffic = new Traffic(() => clock.nowMs);
  for (let passed = 0; passed < forMs; passed += everyMs) {
    clock.nowMs += everyMs;
    traffic.came(count);
  }
  return { traffic, clock };
}

describe('traffic', () => {
  it('is quiet at first, and while little comes', () => {
    expect(new Traffic().isBusy).toBe(false);
    expect(after(4, 20, 5000).traffic.isBusy).toBe(false);
  });

  it.each([
    ['a few at a time', 8, 20],
    ['many at a time', 80, 200],
  ])('is busy where 400 come a second, %s', (_how, count, everyMs) => {
    expect(after(count, everyMs, 5000).traffic.isBusy).toBe(true);
  });

  it('is not made busy by one burst of a hundred, and is by a backlog', () => {
    expect(after(100, 1, 1).traffic.isBusy).toBe(false);
    expect(after(1000, 1, 1).traffic.isBusy).toBe(true);
  });

  it('is quiet again some seconds after whatever came', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), (count) => {
        const { traffic, clock } = after(count, 10, 1000);
        clock.nowMs += 5000;
        return !traffic.isBusy;
      }),
    );
  });
});
