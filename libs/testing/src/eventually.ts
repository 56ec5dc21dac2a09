import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';

const stepMs = 10;

/** How long a test waits: long, because a busy machine is slow and a test that passes does not wait for the end. */
interface Limits {
  readonly limitMs?: number;
  readonly everyMs?: number;
}

/**
 * Waits until a condition holds.
 *
 * @param what the condition in words, for the error message
 * @throws Error when the condition does not hold within `limitMs`
 */
export async function eventually(
  what: string,
  holds: () => boolean | Promise<boolean>,
  limits: Limits = {},
): Promise<void> {
  await firstThat(what, holds, (isTrue) => isTrue, limits);
}

/**
 * Looks until a value is as wanted.
 *
 * @param what the wanted value in words, for the error message
 * @returns the first value that is as wanted
 * @throws Error with the last value when none is as wanted within `limitMs`
 */
export async function firstThat<T>(
  what: string,
  look: () => T | Promise<T>,
  isWanted: (value: T) => boolean,
  { limitMs = 60_000, everyMs = stepMs }: Limits = {},
): Promise<T> {
  let last = await look();
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += everyMs) {
    if (isWanted(last)) return last;
    await sleep(everyMs);
    last = await look();
  }
  throw new Error(`waited ${String(limitMs)} ms in vain: ${what}; last: ${inspect(last)}`);
}

/** A delay in which something that must not happen would happen. */
export function aMoment(): Promise<unknown> {
  return sleep(100);
}

/** How a promise ends. The promise is observed at once, so that no rejection stays unhandled. */
export function outcomeOf(promise: Promise<unknown>): Promise<'resolved' | 'rejected'> {
  return promise.then(
    () => 'resolved',
    () => 'rejected',
  );
}

/** Whether the promise is still pending after a moment. */
export async function isPending(promise: Promise<unknown>): Promise<boolean> {
  return (await Promise.race([outcomeOf(promise), aMoment()])) === undefined;
}
