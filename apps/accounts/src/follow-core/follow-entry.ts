import type { AccountCommands } from '@nordgate/contracts/commands';
import type { Posting } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { isRefusal, nothing, refuse } from '@nordgate/decider';
import type { CommandOf, FoundStreams, ManyStreams, StreamDecision } from '@nordgate/decider';
import { bookingDaysOf, isNoLongerHeld } from '../carry-forward/carry-forward.js';
import { bookableAccounts, bookedOn, bookEntry, bookNow } from '../entry/book-entry.js';
import type { Account } from '../domain/account.js';
import type { CardAccount } from '../domain/card-account.js';
import { contentOf, entryStream } from '../domain/entry.js';
import { onlyOnEntry } from '../domain/journal.js';
import { bookOn, standingOf } from '../domain/ledger-account.js';
import { isZero, negated, sumIn } from '../domain/money.js';
import { bookedBalance } from '../domain/standing.js';
import type { Standing } from '../domain/standing.js';
import { earlierBooking, journalIdOf } from './reported-booking.js';
import type { Booking, ReadBooking } from './reported-booking.js';

type FollowEntry = CommandOf<AccountCommands, 'FollowEntry'>;

/** The booking of a reported entry, which the core has decided already. */
function bookingOf({ data: { report }, ...command }: FollowEntry) {
  const account = command.stream;
  const postings = report.postings.map((posting) => ({ ...posting, account }));
  const data = { entryId: journalIdOf(account, report), postings, isForced: true } as const;
  return { ...command, type: 'BookEntry', data } as const;
}

/**
 * Books what the core has booked, and ends what was reserved under the same id. An entry that was not reserved is one event of
 * its account (ADR 65). Its repeat changes nothing, and so does an entry of days that are no longer held (ADR 80). Refuses as `bookEntry`, CONFLICT a repeat with other postings, and CONFLICT
 * a balance that is not the sum of what is known: an entry is missing.
 */
export function followEntry(
  readBooking: ReadBooking,
): ManyStreams<FollowEntry, Account | CardAccount, null> {
  return {
    find: (command, account) => bookEntry.find(bookingOf(command), account),
    decide: decideEntry,
    receipt: () => null,
    earlier: earlierBooking(readBooking),
  };
}

function decideEntry(command: FollowEntry, found: FoundStreams): readonly StreamDecision[] {
  const { report } = command.data;
  const booking = bookingOf(command);
  const { entryId } = booking.data;
  if (found.earlier !== undefined) {
    const isRepeat = hasPostings(found.earlier as Booking, report.postings);
    return onlyOnEntry(entryId, isRepeat ? nothing : refuse('CONFLICT'));
  }
  const entry = found.stateOf(entryStream, streams.entry.id(entryId));
  const standing = standingOf(found, command.stream);
  if (entry.is === 'none' && isNoLongerHeld(standing, bookingDaysOf(report.postings))) {
    return onlyOnEntry(entryId, nothing);
  }
  // What was reserved is booked as reported: amounts of the two may differ.
  const decisions =
    entry.is === 'none'
      ? bookOnAccount(booking, found)
      : bookNow(booking, found, entry.is === 'reserved' ? entry.postings : []);
  const isRefused = decisions.some(({ decision }) => isRefusal(decision));
  if (isRefused || standing === undefined || agrees(standing, report)) return decisions;
  return onlyOnEntry(entryId, refuse('CONFLICT', { path: '/balanceAfter' }));
}

/** The booking as one event: the core has the entry, and the other side of it. */
function bookOnAccount(
  booking: ReturnType<typeof bookingOf>,
  found: FoundStreams,
): readonly StreamDecision[] {
  const {
    stream,
    data: { entryId, postings },
    meta: { at },
  } = booking;
  const accounts = bookableAccounts(booking, found);
  if (isRefusal(accounts)) return onlyOnEntry(entryId, accounts);
  return [...accounts].map(([account, standing]) =>
    bookOn(account, standing, { ...bookedOn(stream, postings, standing), entryId, at }),
  );
}

function hasPostings({ data }: Booking, postings: readonly Posting[]): boolean {
  return contentOf(data.postings) === contentOf(postings);
}

function agrees(
  standing: Standing,
  { postings, balanceAfter }: FollowEntry['data']['report'],
): boolean {
  if (balanceAfter === undefined) return true;
  const { currency } = standing;
  const amounts = postings.map(({ amount }) => amount);
  return isZero(sumIn(currency, [bookedBalance(standing), ...amounts, negated(balanceAfter)]));
}
