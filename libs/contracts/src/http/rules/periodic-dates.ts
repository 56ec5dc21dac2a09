import { executionDateInvalid, type Finding } from '../finding.js';
import type { PeriodicPaymentInitiation } from '../periodic-payment-initiation.js';
import { isCalendarDate } from './calendar-date.js';
import { executionDateFindings } from './execution-date.js';
import type { Partly } from './partly.js';

/** A periodic payment starts today or later and does not end before it starts (specification §2.2). */
export function periodicDateFindings(
  { startDate, endDate }: Partly<PeriodicPaymentInitiation>,
  today: string,
): Finding[] {
  const findings = executionDateFindings(startDate, ['startDate'], today);
  if (endDate === undefined) return findings;
  if (!isCalendarDate(endDate)) {
    findings.push(executionDateInvalid(['endDate'], 'date.notInCalendar'));
  } else if (startDate !== undefined && isCalendarDate(startDate) && endDate < startDate) {
    findings.push(executionDateInvalid(['endDate'], 'date.endBeforeStart'));
  }
  return findings;
}
