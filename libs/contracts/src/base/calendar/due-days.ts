import { Temporal } from 'temporal-polyfill';
import type { ExecutionRule, Frequency } from '../codes/payment-codes.js';

/** The members of a periodic payment that decide when it is executed (specification §2.2). */
export interface PeriodicOrder {
  readonly startDate: string;
  readonly endDate?: string;
  readonly frequency: Frequency;
  readonly dayOfExecution?: string;
  readonly monthsOfExecution?: readonly number[];
  readonly executionRule?: ExecutionRule;
}

type Month = Temporal.PlainYearMonth;

/** A frequency counts days or months. MonthlyVariable counts months and skips some. */
const steps: {
  readonly [Each in Frequency]: { readonly days: number } | { readonly months: number };
} = {
  Daily: { days: 1 },
  Weekly: { days: 7 },
  EveryTwoWeeks: { days: 14 },
  Monthly: { months: 1 },
  EveryTwoMonths: { months: 2 },
  Quarterly: { months: 3 },
  SemiAnnual: { months: 6 },
  Annual: { months: 12 },
  MonthlyVariable: { months: 1 },
};

/**
 * The days on which a periodic payment is due, ascending and endless. Weekends, holidays and endDate are
 * ignored. The first due day is `startDate`, or the first `dayOfExecution` on or after it; the others
 * are counted from there. A month too short for the day has it on its last day. Yields the due days from
 * `from` on.
 */
export function* dueDays(
  order: PeriodicOrder,
  from: Temporal.PlainDate,
): Generator<Temporal.PlainDate, never> {
  const start = Temporal.PlainDate.from(order.startDate);
  const day = order.dayOfExecution === undefined ? start.day : Number(order.dayOfExecution);
  const first = firstOn(day, start);
  const step = steps[order.frequency];
  if ('days' in step) return yield* byDays(first, step.days, from);
  const months = new Set(order.monthsOfExecution);
  const isWanted = (month: Month) => months.size === 0 || months.has(month.month);
  return yield* byMonths({ first, day, everyMonths: step.months, isWanted }, from);
}

/** The first due day of an order, YYYY-MM-DD, whatever its endDate. */
export function firstDueDay(order: PeriodicOrder): string {
  return dueDays(order, Temporal.PlainDate.from(order.startDate)).next().value.toString();
}

/** The first such day of a month on or after a date. */
function firstOn(day: number, start: Temporal.PlainDate): Temporal.PlainDate {
  const month = start.toPlainYearMonth();
  const inMonth = month.toPlainDate({ day });
  const isPast = Temporal.PlainDate.compare(inMonth, start) < 0;
  return isPast ? month.add({ months: 1 }).toPlainDate({ day }) : inMonth;
}

function* byDays(
  first: Temporal.PlainDate,
  days: number,
  from: Temporal.PlainDate,
): Generator<Temporal.PlainDate, never> {
  const gone = Math.max(0, first.until(from, { largestUnit: 'day' }).days);
  let next = first.add({ days: Math.ceil(gone / days) * days });
  for (;;) {
    yield next;
    next = next.add({ days });
  }
}

interface Months {
  readonly first: Temporal.PlainDate;
  readonly day: number;
  readonly everyMonths: number;
  readonly isWanted: (month: Month) => boolean;
}

function* byMonths(
  { first, day, everyMonths, isWanted }: Months,
  from: Temporal.PlainDate,
): Generator<Temporal.PlainDate, never> {
  const begin = first.toPlainYearMonth();
  const gone = Math.max(0, begin.until(from.toPlainYearMonth(), { largestUnit: 'month' }).months);
  let month = begin.add({ months: Math.floor(gone / everyMonths) * everyMonths });
  for (;;) {
    const due = month.toPlainDate({ day });
    if (isWanted(month) && Temporal.PlainDate.compare(due, from) >= 0) yield due;
    month = month.add({ months: everyMonths });
  }
}
