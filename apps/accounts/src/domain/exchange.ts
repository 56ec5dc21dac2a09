import { sandboxRates } from '@nordgate/contracts/codes';
import type { ExchangeRates } from '@nordgate/contracts/codes';
import type { CurrencyExchange } from '@nordgate/contracts/events';
import { exchanged } from '@nordgate/contracts/rules';
import type { WrittenAmount } from '@nordgate/contracts/rules';
import { isAmountIn } from './money.js';

/** An amount in the currency of an account, and how it was exchanged; absent in the same currency. */
export interface Converted extends WrittenAmount {
  readonly exchange?: CurrencyExchange;
}

/**
 * An amount in the currency of an account, by the rates of the bank and rounded half up to its minor unit.
 * Undefined for a currency without a rate, and for an amount that neither currency can have.
 *
 * @param amount above zero
 */
export function converted(
  { amount, currency }: WrittenAmount,
  target: string,
  rates: ExchangeRates = sandboxRates,
): Converted | undefined {
  if (!isAmountIn(currency, amount)) return undefined;
  if (currency === target) return { amount, currency };
  const there = exchanged({ amount, currency }, target, rates);
  if (there === undefined) return undefined;
  const exchange: CurrencyExchange = {
    sourceCurrency: currency,
    exchangeRate: there.rate,
    unitCurrency: currency,
    targetCurrency: target,
    quotationDate: rates.quotedOn,
  };
  return { amount: there.amount, currency: target, exchange };
}
