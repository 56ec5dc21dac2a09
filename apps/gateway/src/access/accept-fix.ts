import { ACCEPT_FIXES, defaultFixes } from '@nordgate/contracts/codes';
import type { BankProfile } from '@nordgate/contracts/profile';
import type { Fault } from '@nordgate/contracts/http';
import { fault } from '../reply/refused.js';

/** The fixes that are on for a request, with what is to be said of its header (specification section 9). */
export interface AcceptedFixes {
  readonly fixes: ReadonlySet<string>;
  readonly warnings: readonly Fault[];
}

const known: ReadonlySet<string> = new Set(ACCEPT_FIXES);

/**
 * Reads the header. On are the values that it has, and the fixes that are on by default; an unknown
 * value or a missing amount-as-string is a warning, not a refusal.
 */
export function acceptedFixesOf(
  header: string | undefined,
  initiation: boolean,
  byDefault: ReadonlySet<string>,
): AcceptedFixes {
  if (header === undefined) return { fixes: byDefault, warnings: [] };
  const values = header.split(',').map((value) => value.trim());
  const asked = new Set(values.filter((value) => value !== ''));
  const warnings = [...asked]
    .filter((fix) => !known.has(fix))
    .map((fix) => fault('FORMAT_ERROR', 'header.unknownFix', 'x-accept-fix', { fix }));
  if (initiation && !asked.has('amount-as-string')) {
    warnings.push(fault('FORMAT_ERROR', 'header.amountAsString', 'x-accept-fix'));
  }
  return { fixes: new Set([...byDefault, ...asked]), warnings };
}

/** The fixes that are on without being asked for on a day in Oslo, worked out once a day. */
export type FixesOn = (today: string) => ReadonlySet<string>;

/** As the table of fixes and the bank's profile say. */
export function fixesByDefault({ fixes }: Pick<BankProfile, 'fixes'>): FixesOn {
  let last = { today: '', fixes: new Set() as ReadonlySet<string> };
  return (today) => {
    if (last.today !== today) last = { today, fixes: defaultFixes(today, fixes) };
    return last.fixes;
  };
}
