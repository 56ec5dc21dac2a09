import type { Chance } from '@nordgate/chaos/chance';
import type { ListedCustomer, World } from '@nordgate/testing';
import type { TppAnswer } from '@nordgate/tpp-client';
import type { Output, Recorder } from './recorder.js';

/** What the clients of a seed share. */
export interface Scene {
  readonly recorder: Recorder;
  readonly chance: Chance;
  readonly world: World;
  readonly debtor: ListedCustomer;
  readonly creditor: ListedCustomer;
}

/** How many clients call at once. */
export const clients = 4;
export const callsOfClient = 8;
/** One of this many calls is given up, within this time. */
const hastyOneIn = 6;
const hastyMsMax = 12;

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

/** An answer by its status; undefined for one that promises nothing. @throws Error for any other one */
export function outcomeOf(
  answer: TppAnswer,
  byStatus: Readonly<Record<number, Output>>,
): Output | undefined {
  if (answer.status === 503) return undefined;
  const output = byStatus[answer.status];
  if (output === undefined) throw new Error(`answered ${String(answer.status)}: ${answer.text}`);
  return output;
}

/** The answer to a request that has made something, by the name of its id. */
export const made = (answer: TppAnswer, name: string): Output => {
  const id = (answer.json as Readonly<Record<string, string>> | undefined)?.[name];
  return { outcome: 'made', ...(id !== undefined && { id }) };
};
