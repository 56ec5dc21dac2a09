import { Temporal } from 'temporal-polyfill';
import { bankingDayFrom, bankingDayUntil } from './banking-days.js';
import { dueDays } from './due-days.js';
import type { PeriodicOrder } from './due-days.js';

/**
 * The dates on which a periodic payment is executed, from a date on (YYYY-MM-DD, included), ascending,
 * and none twice. Endless for an order without endDate: take as many as are needed.
 *
 * - A due day on which the banks are closed moves by `executionRule`; without one to the following
 *   banking day, which is this bank's choice.
 * - A due day counts when it is within the order, from startDate to endDate. Its execution may move past
 *   endDate. Nothing is executed before startDate: a day that its rule would move there moves the other
 *   way.
 * - Due days that move to one banking day are one payment, so Daily is each banking day.
 *
 * The order has to have passed the rules of its body.
 */
export function* executionDates(order: PeriodicOrder, from: string): Generator<string, void> {
  const first = Temporal.PlainDate.from(order.startDate);
  const last = Temporal.PlainDate.from(order.endDate ?? lastWritableDate);
  const end = Temporal.PlainDate.from(lastWritableDate);
  const isPossible = (date: Temporal.PlainDate) => !isBefore(date, first) && !isBefore(end, date);
  const earliest = Temporal.PlainDate.from(from);
  let previous = earliest.subtract({ days: 1 });
  for (const due of dueDays(order, earliest.subtract({ days: closedDaysMax }))) {
    if (isBefore(last, due)) return;
    const date = placesFor(due, order).find(isPossible);
    if (date === undefined || !isBefore(previous, date)) continue;
    previous = date;
    yield date.toString();
  }
}

/** The next execution dates from a date on, at most `max`. */
export function nextExecutionDates(order: PeriodicOrder, from: string, max: number): string[] {
  const dates: string[] = [];
  for (const date of executionDates(order, from)) {
    if (dates.push(date) >= max) break;
  }
  return dates;
}

/** No due day moves further: from Maundy Thursday to Easter Monday banks are closed five days. */
const closedDaysMax = 5;
/** Years have four digits in bodies. */
const lastWritableDate = '9999-12-31';

function placesFor(
  due: Temporal.PlainDate,
  { executionRule }: PeriodicOrder,
): readonly Temporal.PlainDate[] {
  const places = [bankingDayFrom(due), bankingDayUntil(due)];
  return executionRule === 'preceeding' ? places.reverse() : places;
}

function isBefore(a: Temporal.PlainDate, b: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(a, b) < 0;
}
