import type { AccountNumber, GetFunds } from '@nordgate/contracts/queries';
import { bbanOf } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { OpenAccount } from '../domain/account.js';
import { converted } from '../domain/exchange.js';
import { negated } from '../domain/money.js';
import { hasFundsFor } from '../domain/standing.js';

/** The bban to look for, from either number; undefined for an account of another country. */
export function bbanOfNumber({ iban, bban }: AccountNumber): string | undefined {
  return bbanOf(defined({ bban: bban ?? undefined, iban: iban ?? undefined }));
}

/**
 * Whether the account has the funds for the amount now: what is booked less what is reserved. An amount in
 * another currency is converted as an execution converts it. Nothing is available of an account that is
 * blocked. Null for an account that is not there, or has other numbers than both
 * that are given.
 */
export function fundsOn(
  account: OpenAccount | undefined,
  { account: { iban, bban }, amount, currency }: GetFunds,
): GetFunds['answer'] {
  if (account === undefined) return null;
  if ((iban ?? account.iban) !== account.iban || (bban ?? account.bban) !== account.bban)
    return null;
  const { accountId, currency: own, isBlocked = false } = account;
  const debit = converted({ amount, currency }, own);
  if (debit !== undefined) {
    const isAvailable = !isBlocked && hasFundsFor(account, negated(debit.amount));
    return { accountId, currency: own, isAvailable };
  }
  // Of the account's own currency it is an amount that no account can hold.
  return { accountId, currency: own, isAvailable: false, isConvertible: currency === own };
}
