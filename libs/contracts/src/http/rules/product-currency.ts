import type { Currency } from '../../codes/currencies.js';
import type { Amount } from '../amount.js';
import { type Finding, formatError } from '../finding.js';
import type { Partly } from './partly.js';

/** A product that moves one currency only. */
export function currencyFindings(amount: Partly<Amount> | undefined, only: Currency): Finding[] {
  const isOther = amount?.currency !== undefined && amount.currency !== only;
  const at = ['instructedAmount', 'currency'];
  return isOther ? [formatError(at, 'amount.productCurrency', { currency: only })] : [];
}
