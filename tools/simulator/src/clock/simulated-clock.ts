import { createRequire, syncBuiltinESMExports } from 'node:module';
import { install } from '@sinonjs/fake-timers';
import type { Clock } from '@sinonjs/fake-timers';
import { currentOwner, ownedBy } from './process-owner.js';
import type { ProcessOwner } from './process-owner.js';

const real = { setImmediate: globalThis.setImmediate, now: performance.now.bind(performance) };

/** Milliseconds of the real clock, for speeds. */
export const realMs = (): number => real.now();

type Timer = (act: (...args: unknown[]) => void, ...rest: unknown[]) => unknown;
type Sleep = (
  ms?: number,
  value?: unknown,
  options?: { readonly signal?: AbortSignal },
) => Promise<unknown>;

interface TimersPromises {
  setTimeout: Sleep;
  setImmediate: (value?: unknown) => Promise<unknown>;
}

/** Real work, such as I/O of a model that is not a model. The clock stands still until it is done. */
let inFlight = 0;

/** Lets the simulated clock wait for work that needs real time. */
export async function asRealWork<T>(work: Promise<T>): Promise<T> {
  inFlight += 1;
  try {
    return await work;
  } finally {
    inFlight -= 1;
  }
}

/**
 * The clock of this process while it is simulated: timers and dates are faked, microtasks and `process.nextTick` are
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

  private constructor(
    private readonly clock: Clock,
    private readonly restore: () => void,
  ) {
    this.#startMs = clock.now;
  }

  /** Replaces the clock of this process, or the simulated clock of before with all its timers. */
  static install(nowMs: number): SimulatedClock {
    SimulatedClock.installed?.uninstall();
    const clock = install({ now: nowMs, toFake: [...faked], loopLimit: Infinity });
    SimulatedClock.installed = new SimulatedClock(
      clock,
      withOwners((owner) => SimulatedClock.installed?.onTimer?.(owner)),
    );
    return SimulatedClock.installed;
  }

  uninstall(): void {
    this.restore();
    this.clock.uninstall();
    syncBuiltinESMExports();
    if (SimulatedClock.installed === this) SimulatedClock.installed = undefined;
  }

  /** Milliseconds that have passed since the clock was installed, without its jumps. */
  get elapsedMs(): number {
    return this.clock.now - this.#startMs - this.#jumpedMs;
  }

  /** The time by the right clock, in milliseconds since 1970. */
  static nowMs(): number {
    return SimulatedClock.installed?.clock.now ?? Date.now();
  }

  /** Lets the clocks of all machines go on at once. No timer fires for it: timers measure what has passed. */
  jump(ms: number): void {
    this.#jumpedMs += ms;
    this.clock.setSystemTime(this.clock.now + ms);
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
      if (this.clock.countTimers() === 0) {
        if ((idle += 1) > idleTurnsMax) return false;
        continue;
      }
      idle = 0;
      this.fired += 1;
      this.clock.next();
    }
  }
}

/** Work does not end though all the time that it may need has passed. */
export class StillError extends Error {
  override readonly name = 'StillError';
}

const faked = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
  'Date',
  'performance',
  'hrtime',
] as const;

/** Turns of the event loop without any timer after which nothing more will come. */
const idleTurnsMax = 100_000;

/** Resolves when all microtasks have run and no real work is in flight. */
async function settled(): Promise<void> {
  do await new Promise<void>((resolve) => void real.setImmediate(resolve));
  while (inFlight > 0);
}

/** Lets each timer fire as the process that has set it, and none of a process that has ended. */
function withOwners(before: (owner: ProcessOwner) => void): () => void {
  const require = createRequire(import.meta.url);
  const timers = require('node:timers') as Record<string, Timer>;
  const promises = require('node:timers/promises') as TimersPromises;
  const globals = globalThis as unknown as Record<string, Timer>;
  const plainly = { sleep: promises.setTimeout, turn: promises.setImmediate };
  for (const name of ['setTimeout', 'setInterval', 'setImmediate'] as const) {
    const plain = globals[name] as Timer;
    const owned: Timer = (act, ...rest) => plain(ownedBy(currentOwner(), act, before), ...rest);
    globals[name] = owned;
    timers[name] = owned;
  }
  promises.setTimeout = (...args) => whileOwnerLives(plainly.sleep(...args));
  promises.setImmediate = (...args) => whileOwnerLives(plainly.turn(...args));
  syncBuiltinESMExports();
  return () => Object.assign(promises, { setTimeout: plainly.sleep, setImmediate: plainly.turn });
}

function whileOwnerLives<T>(work: Promise<T>): Promise<T> {
  return currentOwner()?.whileAlive(work) ?? work;
}
