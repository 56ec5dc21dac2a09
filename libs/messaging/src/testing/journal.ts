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

/** An event that only a newer release knows. */
export type Erased = DomainEvent<'Erased', { readonly number: number }>;

/** Journals of a newer release: it has a new version of one event, and a new event. */
export const newer = streamType<Journal, Noted | Erased>({
  name: 'newer',
  stateVersion: 1,
  initial: { numbers: [] },
  evolve: ({ numbers }, event) => ({ numbers: [...numbers, event.data.number] }),
  events: { Noted: { version: 2 }, Erased: { version: 1 } },
});

/** Notes an even number, and erases an odd one. */
export function noteOrErase({ data }: Note): (Noted | Erased)[] {
  return data.number % 2 === 0 ? [{ type: 'Noted', data }] : [{ type: 'Erased', data }];
}
