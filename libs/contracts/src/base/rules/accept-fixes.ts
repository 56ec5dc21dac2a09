import { FIXES } from '../codes/accept-fixes.js';
import type { AcceptFix, Fix } from '../codes/accept-fixes.js';

/** The day on which one of our fixes becomes the default, which the bank decides. */
export interface FixDate {
  readonly name: AcceptFix;
  /** YYYY-MM-DD, in Oslo. */
  readonly defaultSince: string;
}

/** The fixes that are on by default on a day in Oslo. The bank's dates come before ours. */
export function defaultFixes(
  today: string,
  dates: readonly FixDate[] = [],
): ReadonlySet<AcceptFix> {
  const table: readonly (Fix & { readonly name: AcceptFix })[] = FIXES;
  const since = (fix: (typeof table)[number]) =>
    dates.find(({ name }) => name === fix.name)?.defaultSince ?? fix.defaultSince;
  const on = table.filter((fix) => (since(fix) ?? 'later') <= today);
  return new Set(on.map(({ name }) => name));
}

/** The effects of fixes on a request. */
export interface FixedRequests {
  /** Whether monthsOfExecution may have December. */
  readonly takesDecember: boolean;
}

/** The effects of the fixes that are on for a request: the only place that knows them. */
export function fixedRequests(fixes: ReadonlySet<string>): FixedRequests {
  const has = (fix: AcceptFix) => fixes.has(fix);
  return { takesDecember: has('months-of-execution-12') };
}

/**
 * The effects of fixes on an answer. The fixes of the specification have none: since they became the
 * default, all amounts are strings, every cashAccountType is a code of ISO 20022, names of card accounts
 * have up to 70 characters, and transactionAmount of a card transaction is the amount in the currency of
 * the card account.
 */
export interface FixedAnswers {
  /** Whether unapproved payments are shown in a product that hides them. */
  readonly showsUnapproved: boolean;
  /** Whether transactions are listed without what their details tell. */
  readonly movesDetails: boolean;
}

/** The effects of the fixes that are on for an answer's request: the only place that knows them. */
export function fixedAnswers(fixes: ReadonlySet<string>): FixedAnswers {
  const has = (fix: AcceptFix) => fixes.has(fix);
  return {
    showsUnapproved: has('payment-status-before-approval'),
    movesDetails: has('transaction-details-endpoint'),
  };
}
