import { ACCEPT_FIXES } from '@nordgate/contracts/codes';
import type { BankProfile } from '@nordgate/contracts/profile';
import type { Fault } from '@nordgate/contracts/http';
import { defaultFixes } from '@nordgate/contracts/rules';
import { fault } from '../reply/request-error.js';

/** The active fixes of a request, with the warnings about its header (specification section 9). */
export interface AcceptedFixes {
  readonly fixes: ReadonlySet<string>;
  readonly warnings: readonly Fault[];
}

const known: ReadonlySet<string> = new Set(ACCEPT_FIXES);

/**
 * Reads the header. Active are its values and the fixes that are on by default. An unknown value or a
 * missing amount-as-string is a warning, not an error.
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

/** The fixes that are on by default on a day in Oslo, computed once a day. */
export type FixesOn = (today: string) => ReadonlySet<string>;

/** The defaults by the table of fixes and by the bank's profile. */
export function fixesByDefault({ fixes }: Pick<BankProfile, 'fixes'>): FixesOn {
  let last = { today: '', fixes: new Set() as ReadonlySet<string> };
  return (today) => {
    if (last.today !== today) last = { today, fixes: defaultFixes(today, fixes) };
    return last.fixes;
  };
}
