import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '@nordgate/chaos/chance';
import type { Calls } from './calls.js';
import type { Recorder } from './recorder.js';

/** What the clients of a seed share. */
export interface Scene {
  readonly recorder: Recorder;
  readonly chance: Chance;
  readonly calls: Calls;
}

/** How many clients call at once. */
export const clients = 4;
export const callsOfClient = 8;
/** One of this many calls is given up, within this time. */
const hastyOneIn = 6;
const hastyMsMax = 12;
const [againMs, attemptsMax] = [400, 60];

/** Runs the same client several times at once, each with its own random numbers. */
export function atOnce(
  { chance }: Scene,
  count: number,
  run: (client: number, own: Chance) => Promise<void>,
): Promise<unknown> {
  const runs = Array.from({ length: count }, (_, client) => run(client, chance.fork()));
  return Promise.all(runs);
}

/** When a client gives up a call; undefined for one whose answer it awaits. */
export const giveUpMs = (chance: Chance): number | undefined =>
  chance.between(1, hastyOneIn) === 1 ? chance.between(1, hastyMsMax) : undefined;

/** Repeats what a history needs until it has an answer. @throws Error when the bank never answers */
export async function untilKnown<T>(act: () => Promise<T | undefined>): Promise<T> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const answer = await act();
    if (answer !== undefined) return answer;
    await sleep(againMs);
  }
  throw new Error('the bank never answered');
}
