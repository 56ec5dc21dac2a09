import type { AccountCommands } from '@nordgate/contracts/commands';
import { streams } from '@nordgate/contracts/rules';
import { isRefusal, nothing, refuse } from '@nordgate/decider';
import type { CommandOf, FoundStreams, ManyStreams, StreamDecision } from '@nordgate/decider';
import type { Account } from '../domain/account.js';
import type { CardAccount } from '../domain/card-account.js';
import { contentOf, entryStream } from '../domain/entry.js';
import type { Entry } from '../domain/entry.js';
import {
  accountsOf,
  clearingsOf,
  entryDecision,
  findAccounts,
  onlyOnEntry,
} from '../domain/journal.js';
import { nextSequence, reserveOn } from '../domain/ledger-account.js';
import { isDebit } from '../domain/money.js';
import { hasFundsFor } from '../domain/standing.js';
import type { Standing } from '../domain/standing.js';

type ReserveEntry = CommandOf<AccountCommands, 'ReserveEntry'>;

/** Reserves the debits of an entry on their accounts, all together or none. */
export const reserveEntry: ManyStreams<ReserveEntry, Account | CardAccount, null> = {
  find: ({ data: { entryId, postings } }) => [streams.entry.id(entryId), ...accountsOf(postings)],
  decide: decideReservation,
  receipt: () => null,
};

/**
 * Refuses with CONFLICT an entry that was released, or has other content; with FUNDS_NOT_AVAILABLE an
 * account that has not enough; with FORMAT_ERROR an entry that does not debit the account of the command
 * or that has two postings to one account. See `findAccounts` for the other refusals.
 */
function decideReservation(
  { stream, data: { entryId, postings }, meta: { at } }: ReserveEntry,
  found: FoundStreams,
): readonly StreamDecision[] {
  const content = contentOf(postings);
  const entry = found.stateOf(entryStream, streams.entry.id(entryId));
  if (entry.is !== 'none') {
    return onlyOnEntry(entryId, reservedContent(entry) === content ? nothing : refuse('CONFLICT'));
  }
  const accounts = findAccounts(entryId, postings, found);
  if (isRefusal(accounts)) return onlyOnEntry(entryId, accounts);
  const debits = postings.filter(({ amount }) => isDebit(amount));
  const isOwn = debits.some(({ account }) => account === stream);
  if (!isOwn || accounts.size < postings.length) {
    return onlyOnEntry(entryId, refuse('FORMAT_ERROR', { path: '/postings' }));
  }
  const standingOf = (account: string) => accounts.get(account) as Standing;
  if (!debits.every(({ account, amount }) => hasFundsFor(standingOf(account), amount))) {
    return onlyOnEntry(entryId, refuse('FUNDS_NOT_AVAILABLE'));
  }
  const all = [...accountsOf(postings), ...clearingsOf(entryId, postings)];
  const reservations = debits.map(({ account, ...posting }) => {
    const sequence = nextSequence(standingOf(account));
    const others = all.filter((other) => other !== account);
    return reserveOn(account, { sequence, entryId, posting, others, at });
  });
  const data = { entryId, postings, content, at };
  return [entryDecision(entryId, [{ type: 'EntryReserved', data }]), ...reservations];
}

function reservedContent(entry: Exclude<Entry, { readonly is: 'none' }>): string | undefined {
  if (entry.is === 'reserved') return entry.content;
  return entry.is === 'booked' ? entry.reservedContent : undefined;
}
