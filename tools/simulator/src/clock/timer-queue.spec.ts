import { Chance } from '@nordgate/chaos/chance';
import { createClock } from '@sinonjs/fake-timers';
import type { SimulatedTimer } from './timer-queue.js';
import { TimerQueue } from './timer-queue.js';

/** What the timers of a seed do: some set others while they fire, and some are cancelled. */
function firedBy(seed: number, begin: () => Clock, cancelled = 0.2): readonly string[] {
  const chance = new Chance(seed);
  const clock = begin();
  const fired: string[] = [];
  let named = 0;
  const set = (depth: number): void => {
    const name = `timer ${String((named += 1))}`;
    const act = () => {
      fired.push(`${String(clock.now())} ${name}`);
      if (depth > 0) for (let more = chance.between(0, 2); more > 0; more -= 1) set(depth - 1);
    };
    const cancel = chance.next() < 0.3 ? clock.setImmediate(act) : clock.set(act, delayOf(chance));
    if (chance.next() < cancelled) cancel();
  };
  for (let first = 0; first < 20 / (1 - cancelled); first += 1) set(4);
  while (clock.next());
  return fired;
}

const delayOf = (chance: Chance): number => chance.pick([0, 0, 1, 2, 2.7, 5, 40, Number.NaN]);

interface Clock {
  readonly now: () => number;
  /** Both answer how to cancel the timer. */
  readonly set: (act: () => void, ms: number) => () => void;
  readonly setImmediate: (act: () => void) => () => void;
  /** Whether a timer fired. */
  readonly next: () => boolean;
}

function simulated(): Clock {
  let nowMs = 1000;
  const queue = new TimerQueue(() => nowMs);
  const cancelling = (timer: SimulatedTimer) => () => queue.cancel(timer);
  return {
    now: () => nowMs,
    set: (act, ms) => cancelling(queue.set(act, ms)),
    setImmediate: (act) => cancelling(queue.setImmediate(act)),
    next: () => {
      const { nextMs } = queue;
      if (nextMs === undefined) return false;
      nowMs = nextMs;
      queue.fireNext();
      return true;
    },
  };
}

function faked(): Clock {
  const clock = createClock(1000);
  return {
    now: () => clock.now,
    set: (act, ms) => {
      const timer = clock.setTimeout(act, ms);
      return () => clock.clearTimeout(timer);
    },
    setImmediate: (act) => {
      const timer = clock.setImmediate(act);
      return () => clock.clearImmediate(timer);
    },
    next: () => {
      if (clock.countTimers() === 0) return false;
      clock.next();
      return true;
    },
  };
}

describe('the timers of the simulated clock', () => {
  it('fire in the order in which those of fake-timers do, at the same times', () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const fired = firedBy(seed, simulated);
      expect(fired.length).toBeGreaterThan(20);
      expect(fired).toEqual(firedBy(seed, faked));
    }
  });

  it('fire in that order when nine of ten are cancelled, as those of a bank are', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const fired = firedBy(seed, simulated, 0.9);
      expect(fired.length).toBeGreaterThan(5);
      expect(fired).toEqual(firedBy(seed, faked, 0.9));
    }
  });

  it('do not fire once they are cancelled, and fire later when they are set again', () => {
    const queue = new TimerQueue(() => 0);
    const [first, second] = [queue.set(() => undefined, 1), queue.set(() => undefined, 2)];
    queue.cancel(first);
    queue.cancel(first);
    expect(queue.nextMs).toBe(2);
    second.refresh();
    expect(queue.nextMs).toBe(2);
    second.close();
    expect(queue.nextMs).toBeUndefined();
  });

  it('fire again after each interval until they are cancelled', () => {
    let nowMs = 0;
    const queue = new TimerQueue(() => nowMs);
    const at: number[] = [];
    const timer = queue.set(() => void (at.push(nowMs) === 3 && queue.cancel(timer)), 5, true);
    for (let next = queue.nextMs; next !== undefined; next = queue.nextMs) {
      nowMs = next;
      queue.fireNext();
    }
    expect(at).toEqual([5, 10, 15]);
  });
});
