import { createRequire, syncBuiltinESMExports } from 'node:module';
import { currentOwner, ownedBy } from './process-owner.js';
import type { ProcessOwner } from './process-owner.js';
import { SimulatedTimer } from './timer-queue.js';
import type { TimerQueue } from './timer-queue.js';

type Act = (...args: readonly unknown[]) => void;

interface Sleeping {
  readonly signal?: AbortSignal;
}

const names = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
] as const;

type Functions = Record<string, unknown>;

/**
 * Puts the timers of a queue in the place of Node's: the global ones, and those of `node:timers` and
 * `node:timers/promises`. Each fires as the process that has set it, and none of a process that has ended.
 *
 * @param before called before a timer of a process fires; may end the process
 * @returns puts back what was there before
 */
export function replaceTimers(
  queue: TimerQueue,
  before: (owner: ProcessOwner) => void,
): () => void {
  const require = createRequire(import.meta.url);
  const globals = globalThis as unknown as Functions;
  const timers = require('node:timers') as Functions;
  const promises = require('node:timers/promises') as Functions;
  const plain = names.map((name) => [name, globals[name]] as const);
  const { setTimeout: plainSleep, setImmediate: plainTurn, setInterval: plainTicks } = promises;
  const owned = (act: Act, args: readonly unknown[]) =>
    ownedBy(currentOwner(), args.length === 0 ? act : () => act(...args), before);
  const clear = (timer: unknown) => {
    if (timer instanceof SimulatedTimer) queue.cancel(timer);
  };
  const simulated = {
    setTimeout: (act: Act, ms?: unknown, ...args: unknown[]) =>
      queue.set(owned(act, args), ms, false, heldByOwner()),
    setInterval: (act: Act, ms?: unknown, ...args: unknown[]) =>
      queue.set(owned(act, args), ms, true, heldByOwner()),
    setImmediate: (act: Act, ...args: unknown[]) =>
      queue.setImmediate(owned(act, args), heldByOwner()),
    ...{ clearTimeout: clear, clearInterval: clear, clearImmediate: clear },
  };
  Object.assign(globals, simulated);
  Object.assign(timers, simulated);
  Object.assign(promises, {
    setTimeout: (ms?: unknown, value?: unknown, options?: Sleeping) =>
      whileOwnerLives(
        sleep(queue, (wake) => queue.set(wake, ms, false, heldByOwner()), value, options),
      ),
    setImmediate: (value?: unknown, options?: Sleeping) =>
      whileOwnerLives(
        sleep(queue, (wake) => queue.setImmediate(wake, heldByOwner()), value, options),
      ),
    setInterval: () => {
      throw new Error('an interval of node:timers/promises is not simulated');
    },
  });
  syncBuiltinESMExports();
  return () => {
    for (const [name, act] of plain) globals[name] = timers[name] = act;
    const sleeps = { setTimeout: plainSleep, setImmediate: plainTurn, setInterval: plainTicks };
    Object.assign(promises, sleeps);
    syncBuiltinESMExports();
  };
}

/** Resolves with the value when a timer fires, and rejects when the signal aborts before. */
function sleep(
  queue: TimerQueue,
  begin: (wake: () => void) => SimulatedTimer,
  value: unknown,
  { signal }: Sleeping = {},
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      signal?.removeEventListener('abort', abort);
      queue.cancel(timer);
      reject(signal?.reason as Error);
    };
    const timer = begin(() => {
      signal?.removeEventListener('abort', abort);
      resolve(value);
    });
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort);
  });
}

/** Until when the process that sets a timer is frozen. */
function heldByOwner(): (() => number) | undefined {
  const owner = currentOwner();
  return owner && (() => owner.heldUntilMs);
}

function whileOwnerLives<T>(work: Promise<T>): Promise<T> {
  return currentOwner()?.whileAlive(work) ?? work;
}
