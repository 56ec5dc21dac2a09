import { defined } from '@nordgate/decider';
import { EXECUTION_RULES, FREQUENCIES } from '../../base/codes/payment-codes.js';
import type { ExecutionRule, Frequency } from '../../base/codes/payment-codes.js';
import { Optional } from '../../base/fields/field.js';
import { DistinctIntegers } from '../../base/fields/lists.js';
import { DateText, OneOf, Pattern } from '../../base/fields/values.js';
import { CreditTransfer } from './credit-transfer.js';
import { fixedRequests } from '../../base/rules/accept-fixes.js';
import { isCalendarDate } from '../../base/rules/days.js';
import { firstDueDay } from '../../base/calendar/due-days.js';
import { executionDateInvalid, formatFault } from '../reading/fault.js';
import type { BodyFault } from '../reading/fault.js';
import { executionDateFaults } from './execution-dates.js';
import type { BodyContext, Partly } from '../reading/rule.js';

/** One or two digits (specification §2.2). */
const dayOfExecutionPattern = /^\d{1,2}$/u;

/** Body of POST /v1/periodic-payments/norwegian-domestic-credit-transfers (specification §2.2, §4.2). */
export class PeriodicPaymentInitiation extends CreditTransfer {
  @DateText()
  startDate!: string;

  @Optional()
  @OneOf(EXECUTION_RULES)
  executionRule?: ExecutionRule;

  @Optional()
  @DateText()
  endDate?: string;

  @OneOf(FREQUENCIES)
  frequency!: Frequency;

  /** With MonthlyVariable only. December needs the fix `months-of-execution-12`: a rule after the schema. */
  @Optional()
  @DistinctIntegers(1, 12)
  monthsOfExecution?: readonly number[];

  /** Day of the month; a shorter month takes its last day. */
  @Optional()
  @Pattern(dayOfExecutionPattern, 'dayOfExecution.form')
  dayOfExecution?: string;
}

/** All rules of the dates of a periodic payment: when it starts, ends and is due. */
export function scheduleFaults(
  body: Partly<PeriodicPaymentInitiation>,
  context: BodyContext,
): BodyFault[] {
  const faults = [
    ...periodicDateFaults(body, context),
    ...monthsOfExecutionFaults(body, context.fixes),
    ...dayOfExecutionFaults(body),
  ];
  return [...faults, ...occurrenceFaults(body, faults)];
}

/**
 * A periodic payment starts today or later, within the days of the bank's profile, and does not end
 * before it starts (specification §2.2).
 */
export function periodicDateFaults(
  { startDate, endDate }: Partly<PeriodicPaymentInitiation>,
  context: Pick<BodyContext, 'today' | 'lastExecutionDate'>,
): BodyFault[] {
  const faults = executionDateFaults(startDate, ['startDate'], context);
  if (endDate === undefined) return faults;
  if (!isCalendarDate(endDate)) {
    faults.push(executionDateInvalid(['endDate'], 'date.notInCalendar'));
  } else if (startDate !== undefined && isCalendarDate(startDate) && endDate < startDate) {
    faults.push(executionDateInvalid(['endDate'], 'date.endBeforeStart'));
  }
  return faults;
}

/** Frequencies shorter than a month, which have no day of the month. */
const dayless: readonly (Frequency | undefined)[] = ['Daily', 'Weekly', 'EveryTwoWeeks'];

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
 * A periodic payment has an occurrence: its first due day is within the order. An order whose members
 * have faults is not looked at.
 */
function occurrenceFaults(
  { startDate, endDate, frequency, ...order }: Partly<PeriodicPaymentInitiation>,
  otherFaults: readonly BodyFault[],
): BodyFault[] {
  if (otherFaults.length > 0) return [];
  if (startDate === undefined || endDate === undefined || frequency === undefined) return [];
  const { dayOfExecution, monthsOfExecution = [] } = order;
  const months = monthsOfExecution.flatMap((month) => month ?? []);
  if (months.length < monthsOfExecution.length) return [];
  const from = { startDate, frequency, ...defined({ dayOfExecution }) };
  const first = firstDueDay({ ...from, monthsOfExecution: months });
  if (first <= endDate) return [];
  return [executionDateInvalid(['endDate'], 'date.noOccurrence', { first })];
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
