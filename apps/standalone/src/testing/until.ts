import { setTimeout as pause } from 'node:timers/promises';

const pauseMs = 200;
const looksMax = 300;

/** Resolves when it is so; rejects when it is not within a minute. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let look = 0; look < looksMax; look += 1) {
    if (await isSo()) return;
    await pause(pauseMs);
  }
  throw new Error('it did not come to be so');
}
