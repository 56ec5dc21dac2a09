import type { AccountCommands } from '@nordgate/contracts/commands';
import { inGeneration, streams } from '@nordgate/contracts/rules';
import type { CommandOf, FoundStreams, StreamDecision } from '@nordgate/decider';
import { bookEntry } from '../../book-entry/book-entry.js';
import { accountsOf, clearingsOf } from '../../domain/journal.js';
import type { KnownHistory } from '../known-history/known-history.js';
import { reserveEntry } from '../../reserve-entry/reserve-entry.js';
import type { InitialiseSandbox } from './reset-streams.js';

/** A command of the ledger that the history consists of. */
export type HistoryCommand = CommandOf<AccountCommands, 'BookEntry' | 'ReserveEntry'>;

/** The commands that make the history in a generation of the sandbox, in their order. */
export function historyCommands(
  { entries }: KnownHistory,
  generation: number,
  { id, meta }: InitialiseSandbox,
): readonly HistoryCommand[] {
  return entries.map((entry): HistoryCommand => {
    const entryId = inGeneration(entry.id, generation);
    const stream = entry.postings[0]?.account ?? '';
    return entry.is === 'booked'
      ? { type: 'BookEntry', id, stream, data: { entryId, postings: entry.postings }, meta }
      : { type: 'ReserveEntry', id, stream, data: { entryId, postings: entry.postings }, meta };
  });
}

/** The streams that an entry is decided with. */
export function streamsOfEntry({ data: { entryId, postings } }: HistoryCommand): readonly string[] {
  const clearings = clearingsOf(entryId, postings);
  return [streams.entry.id(entryId), ...accountsOf(postings), ...clearings];
}

/** Whether a stream is of an entry or a clearing account: each generation has its own. */
export function isOfEntry(stream: string): boolean {
  return streams.entry.has(stream) || streams.clearing.has(stream);
}

/** Decides an entry of the history as the ledger decides it. */
export function decideEntry(
  command: HistoryCommand,
  found: FoundStreams,
): readonly StreamDecision[] {
  return command.type === 'BookEntry'
    ? bookEntry.decide(command, found)
    : reserveEntry.decide(command, found);
}
