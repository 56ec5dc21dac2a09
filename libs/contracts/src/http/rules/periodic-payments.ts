import type { Frequency } from '../../codes/payment-codes.js';
import { fixedRequests } from '../../rules/accept-fixes.js';
import { isCalendarDate } from '../../rules/days.js';
import type { PeriodicPaymentInitiation } from '../bodies/periodic-payment.js';
import { executionDateInvalid, formatFault } from '../fault.js';
import type { BodyFault } from '../fault.js';
import { executionDateFaults } from './execution-dates.js';
import type { Partly } from './rule.js';

/** A periodic payment starts today or later and does not end before it starts (specification §2.2). */
export function periodicDateFaults(
  { startDate, endDate }: Partly<PeriodicPaymentInitiation>,
  today: string,
): BodyFault[] {
  const faults = executionDateFaults(startDate, ['startDate'], today);
  if (endDate === undefined) return faults;
  if (!isCalendarDate(endDate)) {
    faults.push(executionDateInvalid(['endDate'], 'date.notInCalendar'));
  } else if (startDate !== undefined && isCalendarDate(startDate) && endDate < startDate) {
    faults.push(executionDateInvalid(['endDate'], 'date.endBeforeStart'));
  }
  return faults;
}

/** Frequencies shorter than a month, which have no day of the month. */
const dayless: readonly (Frequency | undefined)[] = ['Daily', 'Weekly'];

/** A day of the month is 1 to 31, and goes with frequencies that have months (specification §2.2). */
export function dayOfExecutionFaults({
  frequency,
  dayOfExecution,
}: Partly<PeriodicPaymentInitiation>): BodyFault[] {
  if (dayOfExecution === undefined) return [];
  const at = ['dayOfExecution'];
  const faults: BodyFault[] = [];
  if (frequency !== undefined && dayless.includes(frequency)) {
    faults.push(formatFault(at, 'dayOfExecution.notWithFrequency', { frequency }));
  }
  const day = Number(dayOfExecution);
  if (day < 1 || day > 31) faults.push(formatFault(at, 'dayOfExecution.range'));
  return faults;
}

/**
 * Months belong to the frequency MonthlyVariable and to no other (specification §2.2). They are
 * listed as 1 to 11 while their description reads 1 to 12: one of our fixes allows 12.
 */
export function monthsOfExecutionFaults(
  { frequency, monthsOfExecution }: Partly<PeriodicPaymentInitiation>,
  fixes: ReadonlySet<string>,
): BodyFault[] {
  const at = ['monthsOfExecution'];
  if (monthsOfExecution === undefined) {
    return frequency === 'MonthlyVariable' ? [formatFault(at, 'monthsOfExecution.required')] : [];
  }
  const faults: BodyFault[] = [];
  if (frequency !== undefined && frequency !== 'MonthlyVariable') {
    faults.push(formatFault(at, 'monthsOfExecution.notWithFrequency', { frequency }));
  }
  const december = monthsOfExecution.indexOf(12);
  if (december !== -1 && !fixedRequests(fixes).takesDecember) {
    faults.push(formatFault([...at, december], 'monthsOfExecution.december'));
  }
  return faults;
}
