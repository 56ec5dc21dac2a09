import { install } from '@sinonjs/fake-timers';
import type { Clock } from '@sinonjs/fake-timers';
import { currentOwner } from './process-owner.js';
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
  #jumpedMs = 0;

  private readonly timers = new TimerQueue(() => this.#steadyMs);
  private readonly restore: () => void;

  private constructor(private readonly dates: Clock) {
    this.#startMs = dates.now;
    const before = (owner: ProcessOwner) => SimulatedClock.installed?.onTimer?.(owner);
    const restorers = [replaceTimers(this.timers, before), countTicks(), replaceJoinedSignals()];
    this.restore = () => restorers.forEach((each) => each());
  }

  /** Replaces the clock of this process, or the simulated clock of before with all its timers. */
  static install(nowMs: number): SimulatedClock {
    SimulatedClock.installed?.uninstall();
    const dates = install({ now: nowMs, toFake: ['Date', 'performance', 'hrtime'] });
    SimulatedClock.installed = new SimulatedClock(dates);
    return SimulatedClock.installed;
  }

  /** Uninstalls the clock when nothing runs any more. What still ran would set real timers, and those keep its bank for seconds. */
  async end(): Promise<void> {
    await settled();
    this.uninstall();
  }

  uninstall(): void {
    this.dates.uninstall();
    this.restore();
    if (SimulatedClock.installed === this) SimulatedClock.installed = undefined;
  }

  /** The time of timers: without jumps, in milliseconds since 1970. */
  get #steadyMs(): number {
    return this.dates.now - this.#jumpedMs;
  }

  /** Milliseconds that have passed since the clock was installed, without its jumps. */
  get elapsedMs(): number {
    return this.#steadyMs - this.#startMs;
  }

  /** The time by the right clock, in milliseconds since 1970. */
  static nowMs(): number {
    return SimulatedClock.installed?.dates.now ?? Date.now();
  }

  /** Lets the clocks of all machines go on at once. No timer fires for it: timers measure what has passed. */
  jump(ms: number): void {
    this.#jumpedMs += ms;
    this.dates.setSystemTime(this.dates.now + ms);
  }

  /** From now on a process may have a wrong clock. Its databases have the right one. */
  letProcessesDiffer(): void {
    const Right = globalThis.Date;
    globalThis.Date = class extends Right {
      constructor(...args: [] | [number]) {
        if (args.length === 0) super(Right.now() + (currentOwner()?.skewMs ?? 0));
        else super(...args);
      }

      static override now(): number {
        return Right.now() + (currentOwner()?.skewMs ?? 0);
      }

      static override [Symbol.hasInstance](value: unknown): boolean {
        return value instanceof Right;
      }
    } as DateConstructor;
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
    const endMs = this.elapsedMs + limitMs;
    let idle = 0;
    for (;;) {
      await settled();
      if (isReached()) return true;
      if (this.elapsedMs > endMs) return false;
      const { nextMs } = this.timers;
      if (nextMs === undefined) {
        if ((idle += 1) > idleTurnsMax) return false;
        continue;
      }
      idle = 0;
      this.fired += 1;
      this.dates.now = nextMs + this.#jumpedMs;
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
