import type { Frequency } from '../../codes/frequencies.js';
import { type Finding, formatError } from '../finding.js';
import type { PeriodicPaymentInitiation } from '../periodic-payment-initiation.js';
import type { Partly } from './partly.js';

/** Frequencies shorter than a month: a day of the month says nothing about them. */
const dayless: readonly (Frequency | undefined)[] = ['Daily', 'Weekly'];

/** A day of the month is 1 to 31, and goes with frequencies that have months (specification §2.2). */
export function dayOfExecutionFindings({
  frequency,
  dayOfExecution,
}: Partly<PeriodicPaymentInitiation>): Finding[] {
  if (dayOfExecution === undefined) return [];
  const at = ['dayOfExecution'];
  const findings: Finding[] = [];
  if (frequency !== undefined && dayless.includes(frequency)) {
    findings.push(formatError(at, 'dayOfExecution.notWithFrequency', { frequency }));
  }
  const day = Number(dayOfExecution);
  if (day < 1 || day > 31) findings.push(formatError(at, 'dayOfExecution.range'));
  return findings;
}
