import type { AccountCommands } from '@nordgate/contracts/commands';
import type { PendingPosting, PostingTo } from '@nordgate/contracts/events';
import { isCalendarDate, streams } from '@nordgate/contracts/rules';
import { defined, isRefusal, nothing, refuse } from '@nordgate/decider';
import type { CommandOf, FoundStreams, ManyStreams, StreamDecision } from '@nordgate/decider';
import type { Account } from '../domain/account.js';
import type { CardAccount } from '../domain/card-account.js';
import { contentOf, entryStream } from '../domain/entry.js';
import type { ReservedEntry } from '../domain/entry.js';
import {
  entryDecision,
  findAccounts,
  linesOf,
  onlyOnEntry,
  reservationOn,
} from '../domain/journal.js';
import { bookOn, standingOf } from '../domain/ledger-account.js';
import type { Standing } from '../domain/standing.js';
import { balanceTooLong, bookedOn, canAllHold } from './book-entry.js';

type BookReservedEntry = CommandOf<AccountCommands, 'BookReservedEntry'>;

/** Books a reserved entry on all of its accounts: the reservations end, and credits arrive. */
export const bookReservedEntry: ManyStreams<BookReservedEntry, Account | CardAccount, null> = {
  find: ({ data: { entryId } }, account) => reservedStreams(entryId, account),
  decide: decideBooking,
  receipt: () => null,
};

/** The entry, and the other accounts that its reservation on this account names. */
export function reservedStreams(
  entryId: string,
  account: Account | CardAccount,
): readonly string[] {
  const reservation = account.is === 'open' ? account.reservations?.[entryId] : undefined;
  const others = reservation?.others ?? [];
  return [streams.entry.id(entryId), ...others.filter((one) => !streams.clearing.has(one))];
}

/**
 * Refuses with CONFLICT an entry that is not reserved, that was booked with other dates, or whose account
 * has lost the reservation in a reset; with RESOURCE_UNKNOWN an entry whose other account was closed. The
 * funds are reserved, so they are not decided again.
 */
function decideBooking(command: BookReservedEntry, found: FoundStreams): readonly StreamDecision[] {
  const { entryId, bookingDate, valueDate } = command.data;
  const content = contentOf({ bookingDate, valueDate });
  const entry = found.stateOf(entryStream, streams.entry.id(entryId));
  if (entry.is === 'booked' && entry.reservedContent !== undefined && entry.content === content) {
    return onlyOnEntry(entryId, nothing);
  }
  const own = standingOf(found, command.stream);
  if (entry.is !== 'reserved' || own?.reservations?.[entryId] === undefined) {
    return onlyOnEntry(entryId, refuse('CONFLICT'));
  }
  const fault = Object.entries({ bookingDate, valueDate }).find(([, one]) => !isCalendarDate(one));
  if (fault !== undefined) {
    return onlyOnEntry(entryId, refuse('FORMAT_ERROR', { path: `/${fault[0]}` }));
  }
  return decisionsOn(entry, command, content, found);
}

function decisionsOn(
  { postings: pending }: ReservedEntry,
  { data: { entryId, bookingDate, valueDate }, meta: { at } }: BookReservedEntry,
  content: string,
  found: FoundStreams,
): readonly StreamDecision[] {
  const accounts = findAccounts(entryId, pending, found);
  if (isRefusal(accounts)) return onlyOnEntry(entryId, accounts);
  if (!canAllHold(accounts, pending)) return onlyOnEntry(entryId, balanceTooLong);
  return bookedReservation(pending, accounts, { entryId, bookingDate, valueDate, content, at });
}

/** How an entry with pending postings is booked. */
export interface BookedAs {
  readonly entryId: string;
  /** YYYY-MM-DD in Oslo. */
  readonly bookingDate: string;
  /** YYYY-MM-DD in Oslo. */
  readonly valueDate: string;
  readonly content: string;
  readonly isUnconfirmed?: true;
  readonly at: string;
}

/** How a transfer is booked: its only day is also the value day. */
export function bookedOnDay(entryId: string, day: string, at: string): BookedAs {
  return { entryId, bookingDate: day, valueDate: day, content: contentOfDay(day), at };
}

/** The last day, and its content: a run books thousands of entries on one day. */
let known = { day: '', content: '' };

function contentOfDay(day: string): string {
  if (known.day !== day) {
    known = { day, content: contentOf({ bookingDate: day, valueDate: day }) };
  }
  return known.content;
}

/**
 * The decisions that book an entry with these pending postings on its accounts, all of which are open. Its
 * reservations end; an entry that is booked at once has none.
 */
export function bookedReservation(
  pending: readonly PostingTo<PendingPosting>[],
  accounts: ReadonlyMap<string, Standing>,
  { entryId, bookingDate, valueDate, content, isUnconfirmed, at }: BookedAs,
): readonly StreamDecision[] {
  const postings = pending.map(({ date: _date, ...posting }) => {
    return { ...posting, bookingDate, valueDate };
  });
  const lines = linesOf(entryId, postings);
  const booked = [...accounts].map(([account, standing]) => {
    const reservation = reservationOn(account, entryId, pending, standing);
    const own = bookedOn(account, postings, standing);
    return bookOn(account, standing, { ...own, entryId, ...defined({ reservation }), at });
  });
  const data = { entryId, lines, content, ...defined({ isUnconfirmed }), at };
  return [entryDecision(entryId, [{ type: 'EntryBooked', data }]), ...booked];
}
