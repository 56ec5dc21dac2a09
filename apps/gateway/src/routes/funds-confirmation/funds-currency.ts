import type { ExchangeRates } from '@nordgate/contracts/codes';
import type { GetFunds } from '@nordgate/contracts/queries';

/**
 * Whether the bank can compare an amount in a currency with the funds of an account: by the rates with which it
 * executes payments. A core system may keep its rates to itself: then they are undefined.
 */
export function isConvertible(
  { currency: ofAccount, isConvertible: isByLedger = true }: NonNullable<GetFunds['answer']>,
  currency: string,
  rates: ExchangeRates | undefined,
): boolean {
  return currency === ofAccount || (rates !== undefined && isByLedger);
}
