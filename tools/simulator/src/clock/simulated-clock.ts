import { install } from '@sinonjs/fake-timers';
import type { Clock } from '@sinonjs/fake-timers';
import type { ProcessOwner } from './process-owner.js';
import { countTicks, settled } from './quiet.js';
import { replaceJoinedSignals } from './replaced-signals.js';
import { replaceTimers } from './replaced-timers.js';
import { TimerQueue } from './timer-queue.js';

const realNow = performance.now.bind(performance);

/** Milliseconds of the real clock, for speeds. */
export const realMs = (): number => realNow();

/**
 * The clock of this process while it is simulated: timers and dates are replaced, microtasks and `process.nextTick` are
 * real. Time passes in `run` only, from timer to timer.
 */
export class SimulatedClock {
  private static installed: SimulatedClock | undefined;
  /** Called before a timer of a process fires; may end the process. */
  onTimer: ((owner: ProcessOwner) => void) | undefined;
  /** Timers that have fired. */
  fired = 0;
  readonly #startMs: number;

  private constructor(
    private readonly dates: Clock,
    private readonly timers: TimerQueue,
    private readonly restore: () => void,
  ) {
    this.#startMs = dates.now;
  }

  /** Replaces the clock of this process, or the simulated clock of before with all its timers. */
  static install(nowMs: number): SimulatedClock {
    SimulatedClock.installed?.uninstall();
    const dates = install({ now: nowMs, toFake: ['Date', 'performance', 'hrtime'] });
    const timers = new TimerQueue(() => dates.now);
    const before = (owner: ProcessOwner) => SimulatedClock.installed?.onTimer?.(owner);
    const restorers = [replaceTimers(timers, before), countTicks(), replaceJoinedSignals()];
    const restore = () => restorers.forEach((each) => each());
    const clock = new SimulatedClock(dates, timers, restore);
    SimulatedClock.installed = clock;
    return clock;
  }

  uninstall(): void {
    this.dates.uninstall();
    this.restore();
    if (SimulatedClock.installed === this) SimulatedClock.installed = undefined;
  }

  /** Milliseconds since the clock was installed. */
  get elapsedMs(): number {
    return this.dates.now - this.#startMs;
  }

  /** The outcome of work, while time passes. @throws StillError when it is not done within the limit */
  async run<T>(work: Promise<T>, limitMs: number): Promise<T> {
    let isDone = false;
    const end = () => (isDone = true);
    work.then(end, end);
    if (await this.runUntil(() => isDone, limitMs)) return work;
    throw new StillError(`nothing came of it in ${String(limitMs)} simulated milliseconds`);
  }

  /** Lets time pass until the condition holds. Answers false when it does not within the limit. */
  async runUntil(isReached: () => boolean, limitMs: number): Promise<boolean> {
    const endMs = this.dates.now + limitMs;
    let idle = 0;
    for (;;) {
      await settled();
      if (isReached()) return true;
      if (this.dates.now > endMs) return false;
      const { nextMs } = this.timers;
      if (nextMs === undefined) {
        if ((idle += 1) > idleTurnsMax) return false;
        continue;
      }
      idle = 0;
      this.fired += 1;
      this.dates.now = nextMs;
      this.timers.fireNext();
    }
  }
}

/** Work does not end though all the time that it may need has passed. */
export class StillError extends Error {
  override readonly name = 'StillError';
}

/** Turns of the event loop without any timer after which nothing more will come. */
const idleTurnsMax = 100_000;
