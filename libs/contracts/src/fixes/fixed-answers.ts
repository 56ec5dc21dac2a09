import type { AcceptFix } from '../codes/accept-fixes.js';

/**
 * What fixes change in an answer; the fixes are those that are on for its request. Amounts are strings
 * with or without `amount-as-string`: no answer has had numbers since it became the default. For the same
 * reason cashAccountType is a code of ISO 20022 with or without `cash-account-type-iso`.
 */
export interface FixedAnswers {
  /** Whether a payment is shown that nobody has approved, in a product that hides such. */
  readonly showsUnapproved: boolean;
}

/** The one place that knows what fixes do to answers. */
export function fixedAnswers(fixes: ReadonlySet<string>): FixedAnswers {
  const has = (fix: AcceptFix) => fixes.has(fix);
  return { showsUnapproved: has('payment-status-before-approval') };
}
