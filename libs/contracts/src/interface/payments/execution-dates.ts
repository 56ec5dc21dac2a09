import type { BodyPath } from '../../base/json/json-value.js';
import { isCalendarDate } from '../../base/rules/days.js';
import { executionDateInvalid } from '../reading/fault.js';
import type { BodyFault } from '../reading/fault.js';
import type { BodyContext } from '../reading/rule.js';

/**
 * An execution date is a date of the calendar, today or later, and not after the last day of the bank's
 * profile (specification §2.2, §7).
 */
export function executionDateFaults(
  date: string | undefined,
  at: BodyPath,
  { today, lastExecutionDate: last }: Pick<BodyContext, 'today' | 'lastExecutionDate'>,
): BodyFault[] {
  if (date === undefined) return [];
  if (!isCalendarDate(date)) return [executionDateInvalid(at, 'date.notInCalendar')];
  // Dates of this form sort as text.
  if (date < today) return [executionDateInvalid(at, 'date.past', { today })];
  return date > last ? [executionDateInvalid(at, 'date.tooLate', { last })] : [];
}

/** An instant payment is executed at its approval: today is the only valid date. */
export function instantDateFaults(date: string | undefined, today: string): BodyFault[] {
  if (date === undefined || date === today) return [];
  const rule = isCalendarDate(date) ? 'date.instant' : 'date.notInCalendar';
  return [executionDateInvalid(['requestedExecutionDate'], rule, { today })];
}
