import { MINOR_UNITS } from '@nordgate/contracts/codes';
import type { Currency } from '@nordgate/contracts/codes';
import type { SignedAmount } from '@nordgate/contracts/events';
import { Big } from 'big.js';

/** At most 18 digits, no exponent, no leading zero or plus (specification section 2.3). */
const signedDecimal = /^-?(?:0|[1-9]\d{0,17})(?:\.(\d{1,5}))?$/u;
const digitsMax = 18;

/** The decimals of a currency's amounts (ISO 4217). Throws for a currency that the bank does not list. */
function decimalsOf(currency: string): number {
  if (!Object.hasOwn(MINOR_UNITS, currency)) throw new Error(`unknown currency ${currency}`);
  return MINOR_UNITS[currency as Currency];
}

/** Whether a text is an amount other than zero that the currency can have exactly. */
export function isAmountIn(currency: string, amount: string): boolean {
  const match = signedDecimal.exec(amount);
  if (match === null || !Object.hasOwn(MINOR_UNITS, currency)) return false;
  const digits = amount.replace(/\D/gu, '').length;
  const decimals = match[1]?.length ?? 0;
  return digits <= digitsMax && decimals <= decimalsOf(currency) && !new Big(amount).eq(0);
}

/** Whether a balance has at most as many digits as an amount, with or without a sign. */
export function isBalance(amount: string): boolean {
  return amount.replace(/\D/gu, '').length <= digitsMax;
}

/** The exact sum of amounts of a currency, with all of its decimals; zero for none. */
export function sumIn(currency: string, amounts: Iterable<string>): string {
  let sum = new Big(0);
  for (const amount of amounts) sum = sum.plus(amount);
  return sum.toFixed(decimalsOf(currency));
}

/**
 * The balance after each of some amounts, computed backwards from that after the last one.
 *
 * @param isWanted whether the balance after the amount at a place is wanted; the others are undefined
 */
export function balancesUpTo(
  balance: string,
  amounts: readonly SignedAmount[],
  isWanted: (place: number) => boolean,
): readonly (string | undefined)[] {
  let after = new Big(balance);
  const backwards = amounts.toReversed().map(({ currency, amount }, back) => {
    const own = after;
    after = after.minus(amount);
    return isWanted(amounts.length - 1 - back) ? own.toFixed(decimalsOf(currency)) : undefined;
  });
  return backwards.toReversed();
}

/** The amount with the other sign. */
export function negated(amount: string): string {
  const isZero = new Big(amount).eq(0);
  if (isZero) return amount;
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}

/** Whether an amount is below zero: a debit. */
export function isDebit(amount: string): boolean {
  return new Big(amount).lt(0);
}

/** Whether an amount is zero. */
export function isZero(amount: string): boolean {
  return new Big(amount).eq(0);
}
