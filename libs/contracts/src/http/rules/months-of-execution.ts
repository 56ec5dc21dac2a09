import { fixedRequests } from '../../fixes/fixed-requests.js';
import { type Finding, formatError } from '../finding.js';
import type { PeriodicPaymentInitiation } from '../periodic-payment-initiation.js';
import type { Partly } from './partly.js';

/**
 * Months belong to the frequency MonthlyVariable and to no other (specification §2.2). They are
 * listed as 1 to 11 while their description reads 1 to 12: 12 is taken with a fix of our own.
 */
export function monthsOfExecutionFindings(
  { frequency, monthsOfExecution }: Partly<PeriodicPaymentInitiation>,
  fixes: ReadonlySet<string>,
): Finding[] {
  const at = ['monthsOfExecution'];
  if (monthsOfExecution === undefined) {
    return frequency === 'MonthlyVariable' ? [formatError(at, 'monthsOfExecution.required')] : [];
  }
  const findings: Finding[] = [];
  if (frequency !== undefined && frequency !== 'MonthlyVariable') {
    findings.push(formatError(at, 'monthsOfExecution.notWithFrequency', { frequency }));
  }
  const december = monthsOfExecution.indexOf(12);
  if (december !== -1 && !fixedRequests(fixes).takesDecember) {
    findings.push(formatError([...at, december], 'monthsOfExecution.december'));
  }
  return findings;
}
