import { setTimeout as pause } from 'node:timers/promises';

const limitMs = 20_000;
const stepMs = 10;

/** Waits until something holds. Throws when it does not come true at all. */
export async function eventually(
  what: string,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += stepMs) {
    if (await holds()) return;
    await pause(stepMs);
  }
  throw new Error(`waited in vain: ${what}`);
}

/** A moment in which something that must not happen would happen. */
export function aMoment(): Promise<unknown> {
  return pause(100);
}

/** How a promise ends. Asked for at once, so that no rejection goes unheard. */
export function outcomeOf(promise: Promise<unknown>): Promise<'resolved' | 'rejected'> {
  return promise.then(
    () => 'resolved',
    () => 'rejected',
  );
}

/** Whether the promise is still open after a moment. */
export async function isPending(promise: Promise<unknown>): Promise<boolean> {
  return (await Promise.race([outcomeOf(promise), aMoment()])) === undefined;
}
