import { CURRENCIES } from '../../base/codes/currencies.js';
import type { Currency } from '../../base/codes/currencies.js';
import { Decimal } from '../../base/fields/decimal.js';
import { OneOf } from '../../base/fields/values.js';

/** A decimal of zero or more: at most 18 digits, at most 5 of them after the point (specification §2.3). */
export const balancePattern = /^(?!(?:\.?\d){19})(?:0|[1-9]\d*)(?:\.\d{1,5})?$/u;

/** The same with a minus sign for what is below zero. */
export const signedBalancePattern = /^-?(?!(?:\.?\d){19})(?:0|[1-9]\d*)(?:\.\d{1,5})?$/u;

/** An amount of test data: zero, or with a minus sign what is below zero. A string or a JSON number. */
export class SandboxAmount {
  @OneOf(CURRENCIES)
  currency!: Currency;

  @Decimal(signedBalancePattern, 'amount.signedOrZero')
  amount!: string;
}
