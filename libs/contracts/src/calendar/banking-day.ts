import type { Temporal } from 'temporal-polyfill';
import { isNorwegianHoliday } from './norwegian-holidays.js';

const saturday = 6;

/** Whether the banks of Norway execute payments on a date: no weekend and no holiday. */
export function isBankingDay(date: Temporal.PlainDate): boolean {
  return date.dayOfWeek < saturday && !isNorwegianHoliday(date);
}

/** The date itself, or the first banking day after it. */
export function bankingDayFrom(date: Temporal.PlainDate): Temporal.PlainDate {
  return nearest(date, 1);
}

/** The date itself, or the last banking day before it. */
export function bankingDayUntil(date: Temporal.PlainDate): Temporal.PlainDate {
  return nearest(date, -1);
}

/** Ends: no more than five days in a row are closed, from Maundy Thursday to Easter Monday. */
function nearest(date: Temporal.PlainDate, days: 1 | -1): Temporal.PlainDate {
  let day = date;
  while (!isBankingDay(day)) day = day.add({ days });
  return day;
}
