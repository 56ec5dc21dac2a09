import { FIXES, type AcceptFix, type Fix } from '../codes/accept-fixes.js';

/** When a fix of our own becomes the default, as a bank decides it. */
export interface FixDate {
  readonly name: AcceptFix;
  /** YYYY-MM-DD, in Oslo. */
  readonly defaultSince: string;
}

/** The fixes that are on without being asked for on a day in Oslo; the bank's dates go first. */
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
