import { CURRENCIES } from '../../base/codes/currencies.js';
import type { Currency } from '../../base/codes/currencies.js';
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
