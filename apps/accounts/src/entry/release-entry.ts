import type { AccountCommands } from '@nordgate/contracts/commands';
import type { EntryReleased } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { nothing, refuse } from '@nordgate/decider';
import type { CommandOf, FoundStreams, ManyStreams, StreamDecision } from '@nordgate/decider';
import { reservedStreams } from './book-reserved-entry.js';
import type { Account } from '../domain/account.js';
import type { CardAccount } from '../domain/card-account.js';
import { entryStream } from '../domain/entry.js';
import type { ReservedEntry } from '../domain/entry.js';
import { accountsOf, entryDecision, onlyOnEntry, reservationOn } from '../domain/journal.js';
import { nextSequence, releaseOn, standingOf } from '../domain/ledger-account.js';
import { isDebit } from '../domain/money.js';

type ReleaseEntry = CommandOf<AccountCommands, 'ReleaseEntry'>;

/** Gives an entry up: its reservations end. */
export const releaseEntry: ManyStreams<ReleaseEntry, Account | CardAccount, null> = {
  find: ({ data: { entryId } }, account) => reservedStreams(entryId, account),
  decide: decideRelease,
  receipt: () => null,
};

/**
 * Refuses with CONFLICT an entry that is booked, or that reserves nothing of this account. An entry that
 * was refused needs no release. An entry that nobody has reserved is released too, so that a late command cannot reserve or book it.
 */
function decideRelease(
  { stream, data: { entryId }, meta: { at } }: ReleaseEntry,
  found: FoundStreams,
): readonly StreamDecision[] {
  const entry = found.stateOf(entryStream, streams.entry.id(entryId));
  if (entry.is === 'released' || entry.is === 'refused') return onlyOnEntry(entryId, nothing);
  if (entry.is === 'booked') return onlyOnEntry(entryId, refuse('CONFLICT'));
  const released: EntryReleased = { type: 'EntryReleased', data: { entryId, at } };
  if (entry.is === 'none') return [entryDecision(entryId, [released])];
  const isOwn = entry.postings.some(({ account, amount }) => account === stream && isDebit(amount));
  if (!isOwn) return onlyOnEntry(entryId, refuse('CONFLICT'));
  // After a reset the accounts have no reservations of the generation before.
  const isKept = standingOf(found, stream)?.reservations?.[entryId] !== undefined;
  const ended = isKept ? endedReservations(entry, entryId, at, found) : [];
  return [entryDecision(entryId, [released]), ...ended];
}

function endedReservations(
  { postings }: ReservedEntry,
  entryId: string,
  at: string,
  found: FoundStreams,
): readonly StreamDecision[] {
  return accountsOf(postings).flatMap((account) => {
    const standing = standingOf(found, account);
    if (standing === undefined) return [];
    const reservation = reservationOn(account, entryId, postings, standing);
    if (reservation === undefined) return [];
    return [releaseOn(account, { sequence: nextSequence(standing), entryId, reservation, at })];
  });
}
