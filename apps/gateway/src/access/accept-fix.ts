import { ACCEPT_FIXES } from '@nordgate/contracts';
import type { Fault } from '@nordgate/contracts';
import { fault } from '../reply/refused.js';

/** The values of x-accept-fix with what is to be said of them (specification section 9). */
export interface AcceptedFixes {
  readonly fixes: ReadonlySet<string>;
  readonly warnings: readonly Fault[];
}

const known: ReadonlySet<string> = new Set(ACCEPT_FIXES);
const none: AcceptedFixes = { fixes: new Set(), warnings: [] };

/** Reads the header; an unknown value or a missing amount-as-string is a warning, not a refusal. */
export function acceptedFixesOf(header: string | undefined, initiation: boolean): AcceptedFixes {
  if (header === undefined) return none;
  const values = header.split(',').map((value) => value.trim());
  const fixes = new Set(values.filter((value) => value !== ''));
  const warnings = [...fixes]
    .filter((fix) => !known.has(fix))
    .map((fix) => fault('FORMAT_ERROR', 'header.unknownFix', 'x-accept-fix', { fix }));
  if (initiation && !fixes.has('amount-as-string')) {
    warnings.push(fault('FORMAT_ERROR', 'header.amountAsString', 'x-accept-fix'));
  }
  return { fixes, warnings };
}
