import fc from 'fast-check';
import { AdaptivePoll } from './adaptive-poll.js';

/** An adaptive poll after `count` messages every `everyMs`, for `forMs` milliseconds. */
function after(count: number, everyMs: number, forMs: number) {
  const clock = { nowMs: 1_000_000 };
  const poll = new AdaptivePoll(() => clock.nowMs);
  for (let passed = 0; passed < forMs; passed += everyMs) {
    clock.nowMs += everyMs;
    poll.received(count);
  }
  return { poll, clock };
}

describe('AdaptivePoll', () => {
  it('is not busy at the start and at 200 messages per second', () => {
    expect(new AdaptivePoll().isBusy).toBe(false);
    expect(after(4, 20, 5000).poll.isBusy).toBe(false);
  });

  it.each([
    ['in batches of 8', 8, 20],
    ['in batches of 80', 80, 200],
  ])('is busy at 400 messages per second %s', (_batches, count, everyMs) => {
    expect(after(count, everyMs, 5000).poll.isBusy).toBe(true);
  });

  it('is busy after one batch of 1000 messages, but not after one of 100', () => {
    expect(after(100, 1, 1).poll.isBusy).toBe(false);
    expect(after(1000, 1, 1).poll.isBusy).toBe(true);
  });

  it('is no longer busy five seconds after any load', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), (count) => {
        const { poll, clock } = after(count, 10, 1000);
        clock.nowMs += 5000;
        return !poll.isBusy;
      }),
    );
  });
});
