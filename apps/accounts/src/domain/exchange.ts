import { MINOR_UNITS } from '@nordgate/contracts/codes';
import type { Currency } from '@nordgate/contracts/codes';
import type { CurrencyExchange, SignedAmount } from '@nordgate/contracts/events';
import { Big } from 'big.js';
import { nokPerUnit, ratesSince } from './exchange-rates.js';
import { isAmountIn } from './money.js';

/** An amount in the currency of an account, and how it was exchanged; absent in the same currency. */
export interface Converted extends SignedAmount {
  readonly exchange?: CurrencyExchange;
}

/** Decimals of a rate between two currencies. */
const rateDecimals = 8;

/**
 * An amount in another currency, by the rates of the sandbox and rounded half up to the minor unit of that
 * currency. Undefined for a currency without a rate, and for an amount that neither currency can have.
 */
export function converted(
  { amount, currency }: SignedAmount,
  target: string,
): Converted | undefined {
  if (currency === target) return isAmountIn(currency, amount) ? { amount, currency } : undefined;
  const rate = rateBetween(currency, target);
  if (rate === undefined) return undefined;
  const decimals = MINOR_UNITS[target as Currency];
  const there = new Big(amount).times(rate).toFixed(decimals, Big.roundHalfUp);
  if (!isAmountIn(target, there)) return undefined;
  const exchange: CurrencyExchange = {
    ...{ sourceCurrency: currency, exchangeRate: rate, unitCurrency: currency },
    ...{ targetCurrency: target, quotationDate: ratesSince },
  };
  return { amount: there, currency: target, exchange };
}

/** Units of the target currency for one unit of the source currency. */
function rateBetween(source: string, target: string): string | undefined {
  if (!Object.hasOwn(nokPerUnit, source) || !Object.hasOwn(nokPerUnit, target)) return undefined;
  const rate = new Big(nokPerUnit[source] ?? '').div(nokPerUnit[target] ?? '');
  return rate.round(rateDecimals, Big.roundHalfUp).toFixed();
}
