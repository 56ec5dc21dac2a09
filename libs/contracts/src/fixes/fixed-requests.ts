import type { AcceptFix } from '../codes/accept-fixes.js';

/** What fixes change in how a request is read; the fixes are those that are on for it. */
export interface FixedRequests {
  /** Whether monthsOfExecution takes December. */
  readonly takesDecember: boolean;
}

/** The one place that knows what fixes do to requests. */
export function fixedRequests(fixes: ReadonlySet<string>): FixedRequests {
  const has = (fix: AcceptFix) => fixes.has(fix);
  return { takesDecember: has('months-of-execution-12') };
}
