import type { AccountCommands } from '@nordgate/contracts/commands';
import type { PendingPosting, Posting, PostingTo } from '@nordgate/contracts/events';
import { balanceBound, streams } from '@nordgate/contracts/rules';
import { defined, isRefusal, nothing, refuse } from '@nordgate/decider';
import type {
  CommandOf,
  FoundStreams,
  ManyStreams,
  Refusal,
  StreamDecision,
} from '@nordgate/decider';
import type { Account } from '../domain/account.js';
import type { CardAccount } from '../domain/card-account.js';
import { contentOf, entryStream } from '../domain/entry.js';
import {
  accountsOf,
  entryDecision,
  findAccounts,
  linesOf,
  onlyOnEntry,
  reservationOn,
  withoutAccount,
} from '../domain/journal.js';
import { bookOn, nextSequence } from '../domain/ledger-account.js';
import { canHold, hasFundsFor } from '../domain/standing.js';
import type { Standing } from '../domain/standing.js';

type BookEntry = CommandOf<AccountCommands, 'BookEntry'>;

/** Books an entry at once, on all of its accounts or on none. */
export const bookEntry: ManyStreams<BookEntry, Account | CardAccount, null> = {
  find: ({ data: { entryId, postings } }) => [streams.entry.id(entryId), ...accountsOf(postings)],
  decide: decideBooking,
  receipt: () => null,
};

/**
 * Refuses with CONFLICT an entry that is reserved or released, or that was booked with other content; with
 * FUNDS_NOT_AVAILABLE an account that has not enough for the sum of its postings, unless the entry is
 * forced; with CONFLICT a balance with more digits than an amount. See `findAccounts` for the other refusals.
 */
function decideBooking(command: BookEntry, found: FoundStreams): readonly StreamDecision[] {
  const { entryId, postings, isForced } = command.data;
  const content = contentOf({ postings, ...defined({ isForced }) });
  const entry = found.stateOf(entryStream, streams.entry.id(entryId));
  if (entry.is !== 'none') {
    const isRepeat = entry.is === 'booked' && entry.content === content;
    return onlyOnEntry(entryId, isRepeat ? nothing : refuse('CONFLICT'));
  }
  return bookNow(command, found, []);
}

/**
 * Books an entry whose id is free, or whose debits are reserved. The reservations end, whatever they were. Refuses as `bookEntry`.
 *
 * @param pending the postings that the entry has reserved
 */
export function bookNow(
  command: BookEntry,
  found: FoundStreams,
  pending: readonly PostingTo<PendingPosting>[],
): readonly StreamDecision[] {
  const {
    data: { entryId, postings, isForced },
    meta: { at },
  } = command;
  const accounts = bookableAccounts(command, found);
  if (isRefusal(accounts)) return onlyOnEntry(entryId, accounts);
  const lines = linesOf(entryId, postings);
  const content = contentOf({ postings, ...defined({ isForced }) });
  const data = { entryId, lines, content, ...defined({ isForced }), at };
  return [
    entryDecision(entryId, [{ type: 'EntryBooked', data }]),
    ...[...accounts].map(([account, standing]) => {
      const reservation = reservationOn(account, entryId, pending, standing);
      const own = bookedOn(account, postings, standing);
      return bookOn(account, standing, { ...own, entryId, ...defined({ reservation }), at });
    }),
  ];
}

/** The accounts of an entry, by stream. Refuses as `bookEntry`, whatever its id. */
export function bookableAccounts(
  { stream, data: { entryId, postings, isForced } }: BookEntry,
  found: FoundStreams,
): ReadonlyMap<string, Standing> | Refusal {
  const accounts = findAccounts(entryId, postings, found);
  if (isRefusal(accounts)) return accounts;
  if (!accounts.has(stream)) return refuse('FORMAT_ERROR', { path: '/postings' });
  const isFunded = linesOf(entryId, postings).every((line) => {
    const standing = accounts.get(line.stream);
    return standing === undefined || hasFundsFor(standing, line.amount);
  });
  if (!isFunded && isForced !== true) return refuse('FUNDS_NOT_AVAILABLE');
  return canAllHold(accounts, postings) ? accounts : balanceTooLong;
}

/** Whether the balances of all accounts keep to the digits of an amount after these postings. */
export function canAllHold(
  accounts: ReadonlyMap<string, Standing>,
  postings: readonly Pick<PostingTo<Posting>, 'account' | 'amount'>[],
): boolean {
  return [...accounts].every(([account, standing]) =>
    canHold(
      standing,
      postings.filter((posting) => posting.account === account),
    ),
  );
}

/** Refuses a change after which a balance would have more digits than an amount. */
export const balanceTooLong = refuse('CONFLICT', { text: balanceBound });

/** The postings of an account as the account keeps them, and the first number that they take. */
export function bookedOn(
  account: string,
  postings: readonly PostingTo<Posting>[],
  standing: Standing,
): { readonly sequence: number; readonly postings: readonly Posting[] } {
  const own = postings.filter((posting) => posting.account === account);
  return {
    sequence: nextSequence(standing),
    postings: own.map((posting) => withoutAccount<Posting>(posting)),
  };
}
