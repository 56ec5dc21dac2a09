import type { AccountCommands } from '@nordgate/contracts/commands';
import type { AccountReport } from '@nordgate/contracts/core';
import type { AccountEvent } from '@nordgate/contracts/events';
import { isNorwegianAccountNumber, streams } from '@nordgate/contracts/rules';
import { nothing, refuse } from '@nordgate/decider';
import type {
  CommandOf,
  Decision,
  Facts,
  FoundStreams,
  ManyStreams,
  StreamDecision,
} from '@nordgate/decider';
import { bookEntry } from '../entry/book-entry.js';
import { accountStream } from '../domain/account.js';
import type { Account, OpenAccount } from '../domain/account.js';
import type { CardAccount } from '../domain/card-account.js';
import { entryStream } from '../domain/entry.js';
import { onlyOnEntry } from '../domain/journal.js';
import { ibanOf } from '../domain/iban.js';
import { isAmountIn, isZero, negated, sumIn } from '../domain/money.js';
import { bookedBalance } from '../domain/standing.js';
import { isNews } from './follow-customer.js';

type FollowAccount = CommandOf<AccountCommands, 'FollowAccount'>;
type FollowEntry = CommandOf<AccountCommands, 'FollowEntry'>;

/**
 * Opens, changes or closes an account as the core reports. Refuses CONFLICT an open account with another
 * owner, number or currency, and a number that another account has; FORMAT_ERROR a number with a wrong check
 * digit, and an opening balance that the currency cannot have.
 */
export function followAccount(
  { stream, data: { report, sequence }, meta: { at } }: FollowAccount,
  account: Account,
  facts: Facts,
): Decision<AccountEvent> {
  if (!isNews(sequence, account.is === 'none' ? {} : account)) return nothing;
  if (report.hasEnded === true) {
    if (account.is !== 'open') return nothing;
    return [{ type: 'AccountClosed', data: { coreSequence: sequence, at } }];
  }
  if (account.is !== 'open') return opened(stream, report, { sequence, at }, facts);
  const changed = (['ownerId', 'bban', 'currency'] as const).find(
    (member) => report[member] !== account[member],
  );
  if (changed !== undefined) return refuse('CONFLICT', { path: `/${changed}` });
  const { name, kind } = report;
  if (name === account.name && kind === account.kind) return nothing;
  return [{ type: 'AccountChanged', data: { name, kind, coreSequence: sequence, at } }];
}

function opened(
  stream: string,
  { accountId, ownerId, bban, currency, name, kind, openingBalance: balance }: AccountReport,
  { sequence: coreSequence, at }: { readonly sequence: number; readonly at: string },
  { holderOf }: Facts,
): Decision<AccountEvent> {
  if (!isNorwegianAccountNumber(bban)) return refuse('FORMAT_ERROR', { path: '/bban' });
  if (!isZero(balance) && !isAmountIn(currency, balance)) {
    return refuse('FORMAT_ERROR', { path: '/openingBalance' });
  }
  const holder = holderOf({ scope: 'bban', key: bban });
  if (holder !== undefined && holder !== stream) return refuse('CONFLICT', { path: '/bban' });
  const numbers = { accountId, ownerId, bban, iban: ibanOf(bban), currency, name, kind };
  const openingBalance = sumIn(currency, [balance]);
  return [{ type: 'AccountOpened', data: { ...numbers, openingBalance, coreSequence, at } }];
}

/** The id of the core's entry in the journal: an entry on two accounts is reported for each. */
function journalIdOf({ accountId, entryId }: FollowEntry['data']['report']): string {
  return `core-${accountId}-${entryId}`;
}

/** The booking of a reported entry, which the core has decided already. */
function bookingOf({ data: { report }, ...command }: FollowEntry) {
  const account = streams.account.id(report.accountId);
  const postings = report.postings.map((posting) => ({ ...posting, account }));
  const data = { entryId: journalIdOf(report), postings, isForced: true } as const;
  return { ...command, type: 'BookEntry', data } as const;
}

/**
 * Books what the core has booked. Its repeat changes nothing. Refuses as `bookEntry`, and CONFLICT a balance
 * that is not the sum of what is known: an entry is missing.
 */
export const followEntry: ManyStreams<FollowEntry, Account | CardAccount, null> = {
  find: (command, account) => bookEntry.find(bookingOf(command), account),
  decide: decideEntry,
  receipt: () => null,
};

function decideEntry(command: FollowEntry, found: FoundStreams): readonly StreamDecision[] {
  const { report } = command.data;
  const entryId = journalIdOf(report);
  const isNew = found.stateOf(entryStream, streams.entry.id(entryId)).is === 'none';
  const account = found.stateOf(accountStream, command.stream);
  const decisions = bookEntry.decide(bookingOf(command), found);
  if (isNew && account.is === 'open' && !agrees(account, report)) {
    return onlyOnEntry(entryId, refuse('CONFLICT', { path: '/balanceAfter' }));
  }
  return decisions;
}

function agrees(
  account: OpenAccount,
  { postings, balanceAfter }: FollowEntry['data']['report'],
): boolean {
  if (balanceAfter === undefined) return true;
  const { currency } = account;
  const amounts = postings.map(({ amount }) => amount);
  return isZero(sumIn(currency, [bookedBalance(account), ...amounts, negated(balanceAfter)]));
}
