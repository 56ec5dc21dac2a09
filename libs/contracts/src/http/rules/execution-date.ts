import { executionDateInvalid, type Finding } from '../finding.js';
import type { BodyPath } from '../json-pointer.js';
import { isCalendarDate } from './calendar-date.js';

/** A date on which something is to be executed is a real one, today or later (specification §2.2, §7). */
export function executionDateFindings(
  date: string | undefined,
  at: BodyPath,
  today: string,
): Finding[] {
  if (date === undefined) return [];
  if (!isCalendarDate(date)) return [executionDateInvalid(at, 'date.notInCalendar')];
  // Dates of one form sort as text.
  return date < today ? [executionDateInvalid(at, 'date.past', { today })] : [];
}
