import type { Currency } from '../../base/codes/currencies.js';
import { CURRENCIES } from '../../base/codes/currencies.js';
import { MINOR_UNITS } from '../../base/codes/minor-units.js';
import type { BodyPath } from '../../base/json/json-value.js';
import { formatFault } from '../reading/fault.js';
import type { BodyFault } from '../reading/fault.js';
import type { Partly } from '../reading/rule.js';
import { OneOf, Pattern } from '../../base/fields/values.js';

/**
 * A decimal above zero: at most 18 digits, at most 5 of them after the point, no sign, no exponent,
 * no leading zero (specification §2.3: precision 18, scale 5).
 */
export const amountPattern = /^(?!0(?:\.0+)?$)(?!(?:\.?\d){19})(?:0|[1-9]\d*)(?:\.\d{1,5})?$/u;

/** Amount (specification §2.3): exact, therefore a string and never a JSON number. */
export class Amount {
  @Pattern(amountPattern, 'amount.form')
  amount!: string;

  @OneOf(CURRENCIES)
  currency!: Currency;
}

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
