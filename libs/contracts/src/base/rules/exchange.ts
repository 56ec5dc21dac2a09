import type { Currency } from '../codes/currencies.js';
import { MINOR_UNITS } from '../codes/minor-units.js';
import type { ExchangeRates } from '../codes/sandbox-rates.js';
import { withoutZerosAtEnd } from './exact-amounts.js';
import type { WrittenAmount } from './exact-amounts.js';

/** An amount in another currency, and the rate of its exchange. */
export interface ExchangedAmount extends WrittenAmount {
  /** Units of the new currency for one unit of the old one, as a decimal string. */
  readonly rate: string;
}

/** Whether the bank has a rate for a currency. */
export function hasRate({ nokPerUnit }: ExchangeRates, currency: string): boolean {
  return Object.hasOwn(nokPerUnit, currency);
}

/** Precision of an amount (specification §2.3). */
const digitsMax = 18;

/**
 * An amount in another currency, rounded half up to the minor unit of that currency. Exact until the rounding.
 * The same function converts for an answer, on a page and at the execution.
 *
 * @param amount a decimal above zero
 * @returns undefined without a rate for one of the currencies, and for an amount that the other currency cannot
 *   have: it is rounded to zero, or has more digits than an amount may have
 */
export function exchanged(
  { amount, currency }: WrittenAmount,
  target: string,
  rates: ExchangeRates,
): ExchangedAmount | undefined {
  const rate = rateBetween(currency, target, rates);
  if (rate === undefined) return undefined;
  const decimals = MINOR_UNITS[target as Currency];
  const [units, written] = [fractionOf(amount), fractionOf(rate)];
  const there = rounded(
    units.numerator * written.numerator * 10n ** BigInt(decimals),
    units.denominator * written.denominator,
  );
  if (there === 0n || String(there).length > digitsMax) return undefined;
  return { amount: decimalOf(there, decimals), currency: target, rate };
}

/** The least decimals of a rate, and its least digits from the first that is not zero. */
const [rateDecimalsMin, rateDigitsMin] = [8, 6];

function rateBetween(source: string, target: string, rates: ExchangeRates): string | undefined {
  if (!hasRate(rates, source) || !hasRate(rates, target)) return undefined;
  const { nokPerUnit } = rates;
  const [from, to] = [nokPerUnit[source as Currency], nokPerUnit[target as Currency]];
  if (from === undefined || to === undefined) return undefined;
  const [one, other] = [fractionOf(from), fractionOf(to)];
  const [numerator, denominator] = [
    one.numerator * other.denominator,
    one.denominator * other.numerator,
  ];
  let decimals = rateDecimalsMin;
  while (numerator * 10n ** BigInt(decimals) < denominator * 10n ** BigInt(rateDigitsMin - 1)) {
    decimals += 1;
  }
  const rate = decimalOf(rounded(numerator * 10n ** BigInt(decimals), denominator), decimals);
  const [whole = '', fraction = ''] = rate.split('.');
  const decimalsKept = withoutZerosAtEnd(fraction);
  return decimalsKept === '' ? whole : `${whole}.${decimalsKept}`;
}

interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

function fractionOf(decimal: string): Fraction {
  const [whole = '', fraction = ''] = decimal.split('.');
  return { numerator: BigInt(whole + fraction), denominator: 10n ** BigInt(fraction.length) };
}

/** The whole number next to a fraction; the half is rounded up. */
function rounded(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

function decimalOf(units: bigint, decimals: number): string {
  if (decimals === 0) return String(units);
  const digits = String(units).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
