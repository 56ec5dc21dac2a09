import type { Currency } from '../../base/codes/currencies.js';
import { MINOR_UNITS } from '../../base/codes/minor-units.js';
import type { BodyPath } from '../../base/json/json-value.js';
import type { Amount } from './amount.js';
import { formatFault } from '../reading/fault.js';
import type { BodyFault } from '../reading/fault.js';
import type { Partly } from '../reading/rule.js';

/** An amount has no more decimals than its currency has (specification §2.3, ISO 4217 minor units). */
export function minorUnitFaults(amount: Partly<Amount> | undefined, at: BodyPath): BodyFault[] {
  if (amount?.amount === undefined || amount.currency === undefined) return [];
  const digits = MINOR_UNITS[amount.currency];
  if (decimalCount(amount.amount) <= digits) return [];
  const { currency } = amount;
  return [formatFault([...at, 'amount'], 'amount.minorUnits', { currency, digits })];
}

function decimalCount(amount: string): number {
  const point = amount.indexOf('.');
  return point === -1 ? 0 : amount.length - point - 1;
}

/** Rule of a product with a single currency. */
export function currencyFaults(amount: Partly<Amount> | undefined, only: Currency): BodyFault[] {
  const isOther = amount?.currency !== undefined && amount.currency !== only;
  const at = ['instructedAmount', 'currency'];
  return isOther ? [formatFault(at, 'amount.productCurrency', { currency: only })] : [];
}
