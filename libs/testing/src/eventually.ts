import { setTimeout as sleep } from 'node:timers/promises';

const stepMs = 10;

/**
 * Waits until a condition holds.
 *
 * @param what the condition in words, for the error message
 * @throws Error when the condition does not hold within `limitMs`
 */
export async function eventually(
  what: string,
  holds: () => boolean | Promise<boolean>,
  { limitMs = 60_000, everyMs = stepMs } = {},
): Promise<void> {
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += everyMs) {
    if (await holds()) return;
    await sleep(everyMs);
  }
  throw new Error(`waited ${String(limitMs)} ms in vain: ${what}`);
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
