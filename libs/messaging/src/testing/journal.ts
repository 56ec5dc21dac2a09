import { streamType } from '@nordgate/decider';
import type { Command, DomainEvent } from '@nordgate/decider';

/** A small domain for the contract: a journal keeps the noted numbers in their order. */
export interface Journal {
  readonly numbers: readonly number[];
}

export type Noted = DomainEvent<'Noted', { readonly number: number; readonly text: string }>;

export type Note = Command<'Note', Noted['data']>;

export const journal = streamType<Journal, Noted>({
  name: 'journal',
  stateVersion: 1,
  initial: { numbers: [] },
  evolve: ({ numbers }, event) => ({ numbers: [...numbers, event.data.number] }),
  events: { Noted: { version: 1 } },
});

/** Journals that a reaction writes. */
export const mirror = streamType<Journal, Noted>({ ...journal, name: 'mirror' });

/** A number for which every handler of the contract throws. */
export const poison = -1;

/** Notes the number, or throws for `poison`. */
export function note({ data }: Note): Noted[] {
  if (data.number === poison) throw new Error('this number is poison');
  return [{ type: 'Noted', data }];
}
