import { MINOR_UNITS } from '../codes/minor-units.js';

/** The maximum number of decimals of an amount (specification 2.3: scale 5). */
const scale = 5;

/** An amount as instructions and the bank's profile write it. */
export interface WrittenAmount {
  /** A decimal without a sign. */
  readonly amount: string;
  readonly currency: string;
}

/** A decimal without a sign as a whole number of 0.00001. Exact. */
export function amountUnits(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(`${whole}${fraction.padEnd(scale, '0')}`);
}

/** Whether an amount is less than a limit, compared exactly; false in another currency. */
export function isBelow(amount: WrittenAmount, limit: WrittenAmount): boolean {
  return (
    amount.currency === limit.currency && amountUnits(amount.amount) < amountUnits(limit.amount)
  );
}

/** How an amount stands to limits, of which a currency has one at most. */
export type LimitStanding = 'within' | 'above' | 'not-comparable';

/**
 * Whether an amount is within the limit of its currency. Amounts of different currencies are never compared as
 * numbers: where there are limits, but none in the currency of the amount, it is `not-comparable`: a
 * caller that decides about a new payment treats it as above. Without any limit every amount is within.
 */
export function standingTo(limits: readonly WrittenAmount[], amount: WrittenAmount): LimitStanding {
  if (limits.length === 0) return 'within';
  const limit = limits.find(({ currency }) => currency === amount.currency);
  if (limit === undefined) return 'not-comparable';
  return isBelow(limit, amount) ? 'above' : 'within';
}

/**
 * An amount for people, with the decimals of its currency: 5 NOK has two, 5 JPY none. An amount with more
 * decimals keeps them, and one in an unknown currency stays as it is.
 */
export function withMinorUnits({ amount, currency }: WrittenAmount): string {
  const decimals = Object.hasOwn(MINOR_UNITS, currency)
    ? MINOR_UNITS[currency as keyof typeof MINOR_UNITS]
    : 0;
  const [whole = '', fraction = ''] = amount.split('.');
  const padded = fraction.padEnd(decimals, '0');
  return padded === '' ? whole : `${whole}.${padded}`;
}

/** Digits without the zeros at their end. A loop: an expression for it is slow on many zeros in the middle. */
export function withoutZerosAtEnd(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** The exact sum of two decimals without a sign, with the decimals of the longer one. */
export function amountSum(one: string, other: string): string {
  const digits = (amountUnits(one) + amountUnits(other)).toString().padStart(scale + 1, '0');
  const decimals = Math.max(decimalsOf(one), decimalsOf(other));
  const whole = digits.slice(0, -scale);
  return decimals === 0 ? whole : `${whole}.${digits.slice(-scale).slice(0, decimals)}`;
}

function decimalsOf(amount: string): number {
  const point = amount.indexOf('.');
  return point < 0 ? 0 : amount.length - point - 1;
}
