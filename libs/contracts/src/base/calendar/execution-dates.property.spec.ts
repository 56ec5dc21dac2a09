import fc from 'fast-check';
import { EXECUTION_RULES, FREQUENCIES } from '../codes/payment-codes.js';
import type { PeriodicOrder } from './due-days.js';
import { executionDates } from './execution-dates.js';

/*
 * An independent model that goes through the calendar day by day: no steps, no library of dates, the
 * holidays as a list that was read off calendars.
 */
const dayMs = 24 * 60 * 60 * 1000;
const numberOf = (date: string) => Date.parse(date) / dayMs;
const nameOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);

const easterSundays = ['2028-04-16', '2029-04-01', '2030-04-21', '2031-04-13', '2032-03-28'];
const holidays = new Set([
  ...[2028, 2029, 2030, 2031, 2032, 2033].flatMap((year) =>
    ['01-01', '05-01', '05-17', '12-25', '12-26'].map((day) => `${String(year)}-${day}`),
  ),
  ...easterSundays.flatMap((easter) =>
    [-3, -2, 0, 1, 39, 49, 50].map((days) => nameOf(numberOf(easter) + days)),
  ),
]);

function isOpen(day: number): boolean {
  const weekday = new Date(day * dayMs).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidays.has(nameOf(day));
}

/** Whether the order is due on a day, given the day on which it is due first. */
function isDue(day: number, first: number, order: PeriodicOrder): boolean {
  if (day < first) return false;
  const [year, month, date] = nameOf(day).split('-').map(Number) as [number, number, number];
  const [firstYear, firstMonth] = nameOf(first).split('-').map(Number) as [number, number];
  const wanted = Number(order.dayOfExecution ?? order.startDate.slice(8));
  const isItsDay = date === Math.min(wanted, new Date(Date.UTC(year, month, 0)).getUTCDate());
  const months = (year - firstYear) * 12 + month - firstMonth;
  const { frequency, monthsOfExecution = [] } = order;
  if (frequency === 'MonthlyVariable') return isItsDay && monthsOfExecution.includes(month);
  if (frequency in everyDays) return (day - first) % everyDays[frequency]! === 0;
  return isItsDay && months % everyMonths[frequency]! === 0;
}

const everyDays: Record<string, number> = { Daily: 1, Weekly: 7, EveryTwoWeeks: 14 };
const everyMonths: Record<string, number> = {
  ...{ Monthly: 1, EveryTwoMonths: 2, Quarterly: 3 },
  ...{ SemiAnnual: 6, Annual: 12 },
};

function firstDay(order: PeriodicOrder): number {
  let day = numberOf(order.startDate);
  const monthly = { ...order, frequency: 'Monthly' } as const;
  while (!isDue(day, day, monthly)) day += 1;
  return day;
}

function datesByModel(order: PeriodicOrder, from: string): string[] {
  const [start, end] = [numberOf(order.startDate), numberOf(order.endDate!)];
  const first = firstDay(order);
  const found = new Set<number>();
  for (let day = start; day <= end; day += 1) {
    if (!isDue(day, first, order)) continue;
    let [after, before] = [day, day];
    while (!isOpen(after)) after += 1;
    while (!isOpen(before)) before -= 1;
    const places = order.executionRule === 'preceeding' ? [before, after] : [after, before];
    const place = places.find((one) => one >= start);
    if (place !== undefined) found.add(place);
  }
  return [...found].filter((day) => day >= numberOf(from)).map(nameOf);
}

const days = fc.integer({ min: numberOf('2028-01-01'), max: numberOf('2030-12-31') });
const orders: fc.Arbitrary<PeriodicOrder> = fc
  .record({
    start: days,
    length: fc.integer({ min: 0, max: 730 }),
    frequency: fc.constantFrom(...FREQUENCIES),
    day: fc.option(fc.integer({ min: 1, max: 31 })),
    executionRule: fc.constantFrom(undefined, ...EXECUTION_RULES),
    months: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1 }),
  })
  .map(({ start, length, frequency, day, executionRule, months }) => ({
    startDate: nameOf(start),
    endDate: nameOf(start + length),
    frequency,
    ...(day === null || frequency === 'Daily' || frequency === 'Weekly'
      ? {}
      : { dayOfExecution: String(day) }),
    executionRule,
    ...(frequency === 'MonthlyVariable' ? { monthsOfExecution: months } : {}),
  }));

it('agrees with a model that looks at every single day', () => {
  fc.assert(
    fc.property(orders, fc.integer({ min: -30, max: 800 }), (order, offset) => {
      const from = nameOf(numberOf(order.startDate) + offset);
      expect([...executionDates(order, from)]).toEqual(datesByModel(order, from));
    }),
    { numRuns: 500 },
  );
});
