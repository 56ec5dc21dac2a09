import type { AccountCommands } from '@nordgate/contracts/commands';
import { streams } from '@nordgate/contracts/rules';
import { isRefusal, refuse } from '@nordgate/decider';
import type { CommandOf, FoundStreams, ManyStreams, StreamDecision } from '@nordgate/decider';
import { bookEntry, bookNow } from '../entry/book-entry.js';
import type { Account } from '../domain/account.js';
import type { CardAccount } from '../domain/card-account.js';
import { entryStream } from '../domain/entry.js';
import { onlyOnEntry } from '../domain/journal.js';
import { standingOf } from '../domain/ledger-account.js';
import { isZero, negated, sumIn } from '../domain/money.js';
import { bookedBalance } from '../domain/standing.js';
import type { Standing } from '../domain/standing.js';

type FollowEntry = CommandOf<AccountCommands, 'FollowEntry'>;

/** The id of the core's entry in the journal: an entry on two accounts is reported for each. */
export function journalIdOf(account: string, { entryId }: { readonly entryId: string }): string {
  return streams.cardAccount.has(account)
    ? `core-card-${streams.cardAccount.idOf(account)}-${entryId}`
    : `core-${streams.account.idOf(account)}-${entryId}`;
}

/** The booking of a reported entry, which the core has decided already. */
function bookingOf({ data: { report }, ...command }: FollowEntry) {
  const account = command.stream;
  const postings = report.postings.map((posting) => ({ ...posting, account }));
  const data = { entryId: journalIdOf(account, report), postings, isForced: true } as const;
  return { ...command, type: 'BookEntry', data } as const;
}

/**
 * Books what the core has booked, and ends what was reserved under the same id. Its repeat changes nothing. Refuses as
 * `bookEntry`, and CONFLICT a balance that is not the sum of what is known: an entry is missing.
 */
export const followEntry: ManyStreams<FollowEntry, Account | CardAccount, null> = {
  find: (command, account) => bookEntry.find(bookingOf(command), account),
  decide: decideEntry,
  receipt: () => null,
};

function decideEntry(command: FollowEntry, found: FoundStreams): readonly StreamDecision[] {
  const booking = bookingOf(command);
  const { entryId } = booking.data;
  const entry = found.stateOf(entryStream, streams.entry.id(entryId));
  const isKnown = entry.is === 'booked' || entry.is === 'refused';
  const standing = standingOf(found, command.stream);
  // What was reserved is booked as reported: amounts of the two may differ.
  const decisions = isKnown
    ? bookEntry.decide(booking, found)
    : bookNow(booking, found, entry.is === 'reserved' ? entry.postings : []);
  const isRefused = decisions.some(({ decision }) => isRefusal(decision));
  if (isKnown || isRefused || standing === undefined || agrees(standing, command.data.report)) {
    return decisions;
  }
  return onlyOnEntry(entryId, refuse('CONFLICT', { path: '/balanceAfter' }));
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
