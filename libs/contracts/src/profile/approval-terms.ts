import type { ExchangeRates } from '../base/codes/sandbox-rates.js';
import type { BankProfile } from './bank-profile.js';
import { exchangeRatesOf } from './exchange-terms.js';
import { executionTermsOf } from './execution-terms.js';

/** What a bank tells its customer about a payment before the approval, besides the payment itself. */
export interface ApprovalTerms {
  readonly products: BankProfile['products'];
  /** Undefined where the bank estimates nothing. */
  readonly rates: ExchangeRates | undefined;
  /** The time of the last run of a banking day, HH:MM in Oslo. */
  readonly lastRun: string;
}

/** The terms of a profile. */
export function approvalTermsOf(profile: BankProfile): ApprovalTerms {
  const { runs } = executionTermsOf(profile);
  const lastRun = runs.at(-1) ?? '23:59';
  return { products: profile.products, rates: exchangeRatesOf(profile), lastRun };
}
