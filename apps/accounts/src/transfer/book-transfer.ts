import type { AccountCommands } from '@nordgate/contracts/commands';
import type {
  DeclineReason,
  EntryEvent,
  PendingPosting,
  PostingTo,
} from '@nordgate/contracts/events';
import { generationOf } from '@nordgate/contracts/rules';
import { nothing, refuse } from '@nordgate/decider';
import type {
  CommandOf,
  Decision,
  FoundStreams,
  ManyStreams,
  StreamDecision,
} from '@nordgate/decider';
import { canAllHold } from '../entry/book-entry.js';
import { bookedOnDay, bookedReservation } from '../entry/book-reserved-entry.js';
import { entryStream } from '../domain/entry.js';
import type { Entry, ReservedEntry } from '../domain/entry.js';
import { accountsOf, entryDecision, onlyOnEntry, reservationOn } from '../domain/journal.js';
import { nextSequence, releaseOn, standingOf } from '../domain/ledger-account.js';
import { isDebit } from '../domain/money.js';
import type { Standing } from '../domain/standing.js';

export type BookTransfer = CommandOf<AccountCommands, 'BookTransfer'>;

/** Books the reserved entry of a transfer on all of its accounts, or ends it as refused. */
export const bookTransfer: ManyStreams<BookTransfer, Entry, null> = {
  find: (_command, entry) => (entry.is === 'reserved' ? accountsOf(entry.postings) : []),
  decide: decideBooking,
  receipt: () => null,
};

/** How long the slow bank of the sandbox takes from the reservation to the booking. */
export const slowMs = 5000;

/**
 * A repeat changes nothing, and neither does a command that comes before the slow bank of the sandbox
 * books. Refuses with CONFLICT an entry that was never reserved. The funds are reserved, so they are not
 * decided again; an account that was closed or reset meanwhile ends the transfer.
 */
function decideBooking(
  { stream, data: { entryId, day }, meta: { at } }: BookTransfer,
  found: FoundStreams,
): readonly StreamDecision[] {
  const entry = found.stateOf(entryStream, stream);
  if (entry.is === 'none') return onlyOnEntry(entryId, refuse('CONFLICT'));
  if (entry.is !== 'reserved' || isTooEarly(entry, at)) return onlyOnEntry(entryId, nothing);
  const accounts = standingsOf(entry, entryId, found);
  const reason = typeof accounts === 'string' ? accounts : overflowIn(entry, accounts);
  if (typeof accounts === 'string' || reason !== undefined) {
    return ended(entry, { entryId, reason: reason ?? 'refused-by-bank', at }, found);
  }
  const isLate = entry.delay === 'confirmation';
  return bookedReservation(entry.postings, accounts, {
    ...bookedOnDay(entryId, day, at),
    ...(isLate && { isUnconfirmed: true }),
  });
}

function isTooEarly({ delay, at: reservedAt = '' }: ReservedEntry, at: string): boolean {
  return delay === 'booking' && Date.parse(at) - Date.parse(reservedAt) < slowMs;
}

/** The accounts of the entry, or why it cannot be booked any more. */
function standingsOf(
  { postings }: ReservedEntry,
  entryId: string,
  found: FoundStreams,
): ReadonlyMap<string, Standing> | DeclineReason {
  const generation = generationOf(entryId);
  const standings = new Map<string, Standing>();
  for (const account of accountsOf(postings)) {
    const standing = standingOf(found, account);
    const isOpen = (standing?.generation ?? generation) === generation;
    if (standing !== undefined && isOpen) standings.set(account, standing);
  }
  const debtor = standings.get(debtorOf(postings));
  if (debtor?.reservations?.[entryId] === undefined) return 'debtor-account-closed';
  const isWhole = standings.size === accountsOf(postings).length;
  return isWhole ? standings : 'creditor-account-unknown';
}

/** An account whose balance would have more digits than an amount refuses the transfer. */
function overflowIn(
  { postings }: ReservedEntry,
  accounts: ReadonlyMap<string, Standing>,
): DeclineReason | undefined {
  return canAllHold(accounts, postings) ? undefined : 'refused-by-bank';
}

function debtorOf(postings: readonly PostingTo<PendingPosting>[]): string {
  return postings.find(({ amount }) => isDebit(amount))?.account ?? '';
}

interface Ending {
  readonly entryId: string;
  readonly reason: DeclineReason;
  readonly at: string;
}

/** The entry is refused after its reservation, which ends where the debtor's account still has it. */
function ended(
  { postings }: ReservedEntry,
  { entryId, reason, at }: Ending,
  found: FoundStreams,
): readonly StreamDecision[] {
  const refused = entryDecision(entryId, [{ type: 'EntryRefused', data: { entryId, reason, at } }]);
  const account = debtorOf(postings);
  const standing = standingOf(found, account);
  if (standing === undefined) return [refused];
  const reservation = reservationOn(account, entryId, postings, standing);
  if (reservation === undefined) return [refused];
  const sequence = nextSequence(standing);
  return [refused, releaseOn(account, { sequence, entryId, reservation, at })];
}

export type ConfirmTransfer = CommandOf<AccountCommands, 'ConfirmTransfer'>;

/**
 * The creditor's bank confirms a transfer that was booked before the run began which causes the command. An
 * entry that waits for no confirmation is left unchanged, and so is one of the run itself.
 */
export function confirmTransfer(
  { data: { entryId }, meta: { at } }: ConfirmTransfer,
  entry: Entry,
): Decision<EntryEvent> {
  if (entry.is !== 'booked' || entry.delay === undefined) return nothing;
  if (Date.parse(entry.at ?? '') >= Date.parse(at)) return nothing;
  return [{ type: 'EntryConfirmed', data: { entryId, at } }];
}
