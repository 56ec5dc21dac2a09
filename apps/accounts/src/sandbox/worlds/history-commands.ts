import type { AccountCommands } from '@nordgate/contracts/commands';
import type { PendingPosting, Posting, PostingTo } from '@nordgate/contracts/events';
import { inGeneration } from '@nordgate/contracts/rules';
import type { CommandOf, FoundStreams, StreamDecision } from '@nordgate/decider';
import { bookEntry } from '../../entry/book-entry.js';
import type { KnownHistory } from '../known-history/known-history.js';
import { reserveEntry } from '../../entry/reserve-entry.js';

/** A command of the ledger that the history consists of. */
export type HistoryCommand = CommandOf<AccountCommands, 'BookEntry' | 'ReserveEntry'>;

/** The commands that make the history in a generation of the sandbox, in their order. */
export function historyCommands(
  { entries }: KnownHistory,
  generation: number,
  { id, meta }: Pick<HistoryCommand, 'id' | 'meta'>,
): readonly HistoryCommand[] {
  return entries.map((entry): HistoryCommand => {
    const entryId = inGeneration(entry.id, generation);
    const stream = inGeneration(entry.postings[0]?.account ?? '', generation);
    return entry.is === 'booked'
      ? {
          type: 'BookEntry',
          id,
          stream,
          meta,
          data: { entryId, postings: postingsIn(entry, generation) },
        }
      : {
          type: 'ReserveEntry',
          id,
          stream,
          meta,
          data: { entryId, postings: postingsIn(entry, generation) },
        };
  });
}

/** The postings of an entry, on the accounts of a generation. */
function postingsIn<One extends PostingTo<Posting | PendingPosting>>(
  { postings }: { readonly postings: readonly One[] },
  generation: number,
): readonly One[] {
  return postings.map((one) => ({ ...one, account: inGeneration(one.account, generation) }));
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
