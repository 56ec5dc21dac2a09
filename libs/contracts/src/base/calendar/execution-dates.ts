import { Temporal } from 'temporal-polyfill';
import { bankingDayNear, dayCounted, bankingDayFrom, bankingDayUntil } from './banking-days.js';
import { dueDays } from './due-days.js';
import type { PeriodicOrder } from './due-days.js';

/** What decides the day on which a payment is executed once. */
export interface DatedOrder {
  /** When the bank received it, ISO 8601. */
  readonly acceptedAt: string;
  /** The product's time of day in Oslo, HH:MM; without it no payment is late. */
  readonly cutOff?: string | undefined;
  /** The day that the TPP asked for, YYYY-MM-DD. */
  readonly requestedDay?: string | undefined;
}

/**
 * The first day on which a run may execute a payment, if banks are open on it: the day of its receipt, the
 * day after it for a late order, or the later day that the TPP asked for.
 *
 * @returns YYYY-MM-DD
 */
export function earliestDay({ acceptedAt, cutOff, requestedDay }: DatedOrder): string {
  const counted = dayCounted(acceptedAt, cutOff);
  return requestedDay !== undefined && requestedDay > counted ? requestedDay : counted;
}

/**
 * The banking day on which a payment is executed: {@link earliestDay}, or the first banking day after it
 * (PSD2 article 78). The answer to its initiation warns by the same rule. Instant payments have no such day.
 *
 * @returns YYYY-MM-DD
 */
export function executionDay(order: DatedOrder): string {
  return bankingDayNear(earliestDay(order), 'following');
}

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
