import type { AccountCommands } from '@nordgate/contracts/commands';
import type { PendingPosting, PostingTo } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { isRefusal, nothing, refuse } from '@nordgate/decider';
import type { CommandOf, FoundStreams, ManyStreams, StreamDecision } from '@nordgate/decider';
import { isNoLongerHeld } from '../carry-forward/carry-forward.js';
import { balanceTooLong } from '../entry/book-entry.js';
import { releaseEntry } from '../entry/release-entry.js';
import type { Account } from '../domain/account.js';
import type { CardAccount } from '../domain/card-account.js';
import { contentOf, entryStream } from '../domain/entry.js';
import {
  clearingsOf,
  entryDecision,
  findAccounts,
  onlyOnEntry,
  reservationOn,
  withoutAccount,
} from '../domain/journal.js';
import { nextSequence, reserveAgainOn, reserveOn, standingOf } from '../domain/ledger-account.js';
import { isDebit } from '../domain/money.js';
import { isHeld, withReservation } from '../domain/standing.js';
import type { Standing } from '../domain/standing.js';
import { earlierBooking, journalIdOf } from './reported-booking.js';
import type { ReadBooking } from './reported-booking.js';

type FollowPending = CommandOf<AccountCommands, 'FollowPending'>;
type FollowPendingEnd = CommandOf<AccountCommands, 'FollowPendingEnd'>;

/** How many reservations of the core an account has at most: they are part of its state. */
export const pendingMax = 1000;

/**
 * Reserves what the core has reserved, or gives the reservation its new form. A report of what is booked or has ended comes
 * late and changes nothing. Refuses FORMAT_ERROR a credit, and CONFLICT one reservation more than an account can have; see
 * `findAccounts` for the other refusals.
 */
export function followPending(
  readBooking: ReadBooking,
): ManyStreams<FollowPending, Account | CardAccount, null> {
  return {
    find: ({ stream, data: { report } }) => [streams.entry.id(journalIdOf(stream, report))],
    decide: decidePending,
    receipt: () => null,
    earlier: earlierBooking(readBooking),
  };
}

function decidePending(
  { stream, data: { report }, meta: { at } }: FollowPending,
  found: FoundStreams,
): readonly StreamDecision[] {
  const entryId = journalIdOf(stream, report);
  if (found.earlier !== undefined) return onlyOnEntry(entryId, nothing);
  const posting: PostingTo<PendingPosting> = { ...report.posting, account: stream };
  const postings = [posting];
  const content = contentOf(postings);
  const entry = found.stateOf(entryStream, streams.entry.id(entryId));
  const isLate =
    entry.is === 'none'
      ? isNoLongerHeld(standingOf(found, stream), [posting.date])
      : entry.is !== 'reserved' || entry.content === content;
  if (isLate) return onlyOnEntry(entryId, nothing);
  const accounts = findAccounts(entryId, postings, found);
  if (isRefusal(accounts)) return onlyOnEntry(entryId, accounts);
  const standing = accounts.get(stream) as Standing;
  const pending = entry.is === 'reserved' ? entry.postings : [];
  const reservation = reservationOn(stream, entryId, pending, standing);
  const next = nextSequence(standing);
  const reserved = {
    sequence: reservation === undefined ? next : next + 1,
    entryId,
    posting: withoutAccount<PendingPosting>(posting),
    others: clearingsOf(entryId, postings),
    at,
  };
  const fault = faultOf(reserved.posting, withReservation(standing, reserved));
  if (fault !== undefined) return onlyOnEntry(entryId, fault);
  return [
    entryDecision(entryId, [{ type: 'EntryReserved', data: { entryId, postings, content, at } }]),
    reservation === undefined
      ? reserveOn(stream, reserved)
      : reserveAgainOn(stream, { sequence: next, entryId, reservation, at }, reserved),
  ];
}

/** Why an account cannot have a reservation. The account is given with it. */
function faultOf({ amount }: PendingPosting, after: Standing) {
  if (!isDebit(amount)) return refuse('FORMAT_ERROR', { path: '/posting/amount' });
  if (Object.keys(after.reservations ?? {}).length > pendingMax) {
    return refuse('CONFLICT', { path: '/posting' });
  }
  return isHeld(after) ? undefined : balanceTooLong;
}

/** Ends a reservation that is not booked. What is booked has ended it already. */
export function followPendingEnd(
  readBooking: ReadBooking,
): ManyStreams<FollowPendingEnd, Account | CardAccount, null> {
  return {
    find: (command, account) => releaseEntry.find(releaseOf(command), account),
    decide: (command, found) =>
      found.earlier === undefined
        ? releaseEntry.decide(releaseOf(command), found)
        : onlyOnEntry(releaseOf(command).data.entryId, nothing),
    receipt: () => null,
    earlier: earlierBooking(readBooking),
  };
}

function releaseOf({ data: { report }, ...command }: FollowPendingEnd) {
  const entryId = journalIdOf(command.stream, report);
  return { ...command, type: 'ReleaseEntry', data: { entryId } } as const;
}
