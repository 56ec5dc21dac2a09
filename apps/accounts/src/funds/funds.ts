import type { ExchangeRates } from '@nordgate/contracts/codes';
import type { AccountNumber, GetFunds } from '@nordgate/contracts/queries';
import { bbanOf } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { OpenAccount } from '../domain/account.js';
import { converted } from '../domain/exchange.js';
import { negated } from '../domain/money.js';
import { isCovered } from '../domain/standing.js';

/** The bban to look for, from either number; undefined for an account of another country. */
export function bbanOfNumber({ iban, bban }: AccountNumber): string | undefined {
  return bbanOf(defined({ bban: bban ?? undefined, iban: iban ?? undefined }));
}

/** Whether an account has the numbers that are given. */
export function isNamedBy(
  { iban: ownIban, bban: ownBban }: OpenAccount,
  { account: { iban, bban } }: Pick<GetFunds, 'account'>,
): boolean {
  return (iban ?? ownIban) === ownIban && (bban ?? ownBban) === ownBban;
}

/** An account, and what the books say can be spent from it now. */
interface Fundable {
  readonly account: OpenAccount;
  /** Decimal string in the currency of the account. */
  readonly available: string;
}

/**
 * Whether the account has the funds for the amount now: what is booked less what is reserved. An amount in
 * another currency is converted as an execution converts it: by these rates, or those of the sandbox. Nothing is available of an account that is
 * blocked.
 */
export function fundsOn(
  { account, available }: Fundable,
  { amount, currency }: Pick<GetFunds, 'amount' | 'currency'>,
  rates?: ExchangeRates,
): NonNullable<GetFunds['answer']> {
  const { accountId, currency: own, isBlocked = false } = account;
  const debit = converted({ amount, currency }, own, rates);
  if (debit !== undefined) {
    const isAvailable = !isBlocked && isCovered(own, available, negated(debit.amount));
    return { accountId, currency: own, isAvailable };
  }
  // Of the account's own currency it is an amount that no account can hold.
  return { accountId, currency: own, isAvailable: false, isConvertible: currency === own };
}
