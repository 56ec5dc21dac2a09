import type { Currency } from '../codes/currencies.js';

/** An amount as events and messages keep it (specification §2.3): exact, therefore a string. */
export interface Amount {
  /** A decimal above zero: at most 18 digits, at most 5 of them after the point. */
  readonly amount: string;
  readonly currency: Currency;
}

/** An account as events and messages keep it (specification §2.3): one of the two numbers, or both. */
export interface AccountReference {
  readonly bban?: string;
  readonly iban?: string;
  readonly currency: Currency;
}
