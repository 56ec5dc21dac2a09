import { executionDateInvalid, type Finding } from '../finding.js';
import { isCalendarDate } from './calendar-date.js';

/** An instant payment is executed when it is approved: the only date it can ask for is today. */
export function instantDateFindings(date: string | undefined, today: string): Finding[] {
  if (date === undefined || date === today) return [];
  const rule = isCalendarDate(date) ? 'date.instant' : 'date.notInCalendar';
  return [executionDateInvalid(['requestedExecutionDate'], rule, { today })];
}
