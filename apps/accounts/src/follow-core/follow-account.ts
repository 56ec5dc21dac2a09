import type { AccountCommands } from '@nordgate/contracts/commands';
import type { AccountReport } from '@nordgate/contracts/core';
import type { AccountEvent } from '@nordgate/contracts/events';
import { isNorwegianAccountNumber } from '@nordgate/contracts/rules';
import { nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision, Facts } from '@nordgate/decider';
import { balanceTooLong } from '../entry/book-entry.js';
import type { Account } from '../domain/account.js';
import { ibanOf } from '../domain/account.js';
import { isAmountIn, isZero, sumIn } from '../domain/money.js';
import { isHeld } from '../domain/standing.js';
import { isNews } from './follow-customer.js';

type FollowAccount = CommandOf<AccountCommands, 'FollowAccount'>;
type FollowCreditLimit = CommandOf<AccountCommands, 'FollowCreditLimit'>;

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
  if (!isBalanceIn(currency, balance)) {
    return refuse('FORMAT_ERROR', { path: '/openingBalance' });
  }
  const holder = holderOf({ scope: 'bban', key: bban });
  if (holder !== undefined && holder !== stream) return refuse('CONFLICT', { path: '/bban' });
  const numbers = { accountId, ownerId, bban, iban: ibanOf(bban), currency, name, kind };
  const openingBalance = sumIn(currency, [balance]);
  return [{ type: 'AccountOpened', data: { ...numbers, openingBalance, coreSequence, at } }];
}

/** Whether an amount, or zero, has no more decimals than its currency. */
export function isBalanceIn(currency: string, amount: string): boolean {
  return isZero(amount) || isAmountIn(currency, amount);
}

/**
 * Changes the credit limit of an account as the core reports. Its reports have their own order: one of the account itself
 * may be newer and says nothing of the limit. Refuses RESOURCE_UNKNOWN for an account that is not open, FORMAT_ERROR
 * for a limit that the currency cannot have, and CONFLICT for one with which a balance would have too many digits.
 */
export function followCreditLimit(
  { data: { report, sequence }, meta: { at } }: FollowCreditLimit,
  account: Account,
): Decision<AccountEvent> {
  if (account.is !== 'open') return refuse('RESOURCE_UNKNOWN');
  const { currency, name, kind, limitSequence = 0 } = account;
  if (sequence <= limitSequence) return nothing;
  if (!isBalanceIn(currency, report.creditLimit)) {
    return refuse('FORMAT_ERROR', { path: '/creditLimit' });
  }
  const creditLimit = sumIn(currency, [report.creditLimit]);
  if (!isHeld({ ...account, creditLimit })) return balanceTooLong;
  if (creditLimit === sumIn(currency, [account.creditLimit ?? '0'])) return nothing;
  return [
    { type: 'AccountChanged', data: { name, kind, creditLimit, limitSequence: sequence, at } },
  ];
}
