import type { PeriodicOrder } from '@nordgate/contracts/calendar';
import fc from 'fast-check';

const dayMs = 86_400_000;
const dateAt = (day: number) => new Date(day * dayMs).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** Between which days orders start, and how long they last at most. */
export interface OrderSpan {
  /** The first day on which an order may start, YYYY-MM-DD. */
  readonly from: string;
  /** How many days later the last one starts: 365 by the interface. */
  readonly startDays: number;
  /** Days from the start of an order to its end at most; some orders end on their first day, and some never. */
  readonly lengthDays: number;
}

type Frequency = PeriodicOrder['frequency'];

/** Days between two occurrences; none where a frequency counts months, and so takes a day of the month (specification §2.2). */
const daysBetween: Readonly<Record<Frequency, number | undefined>> = {
  ...{ Daily: 1, Weekly: 7, EveryTwoWeeks: 14 },
  ...{ Monthly: undefined, EveryTwoMonths: undefined, Quarterly: undefined },
  ...{ SemiAnnual: undefined, Annual: undefined, MonthlyVariable: undefined },
};
/** Of an order with an end: 10,000 daily orders over three years would take minutes. */
const occurrencesMax = 100;
const frequencies = Object.keys(daysBetween) as readonly Frequency[];

/** Standing orders that the interface accepts: each frequency, rule and day, each set of months, and the ends of all ranges. */
export function randomOrders({
  from,
  startDays,
  lengthDays,
}: OrderSpan): fc.Arbitrary<PeriodicOrder> {
  const begin = Date.parse(from) / dayMs;
  const edges = (max: number) =>
    fc.oneof({ weight: 8, arbitrary: fc.nat(max) }, fc.constantFrom(0, 1, max - 1, max));
  return fc
    .record({
      start: edges(startDays),
      length: fc.option(edges(lengthDays), { freq: 8, nil: undefined }),
      frequency: fc.constantFrom(...frequencies),
      day: fc.option(fc.oneof(fc.integer({ min: 1, max: 31 }), fc.constantFrom(1, 28, 29, 30, 31))),
      executionRule: fc.option(fc.constantFrom('following' as const, 'preceeding' as const), {
        nil: undefined,
      }),
      months: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 12 }),
    })
    .map(({ start, length, frequency, day, executionRule, months }) => {
      const step = daysBetween[frequency];
      const longest = step === undefined ? lengthDays : step * occurrencesMax;
      const end = begin + start + Math.min(length ?? 0, longest);
      return {
        startDate: dateAt(begin + start),
        frequency,
        ...(length !== undefined && { endDate: dateAt(end) }),
        ...(day !== null && step === undefined && { dayOfExecution: String(day) }),
        ...(executionRule !== undefined && { executionRule }),
        ...(frequency === 'MonthlyVariable' && { monthsOfExecution: months }),
      };
    });
}
