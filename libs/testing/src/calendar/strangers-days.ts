import type { PeriodicOrder } from '@nordgate/contracts/calendar';
import Holidays from 'date-holidays';

/*
 * The days of standing orders by somebody else's calendar: the library date-holidays, and a walk over every single day. It
 * shares no code with the calendar of the contracts.
 */
const dayMs = 86_400_000;
const library = new Holidays('NO', { types: ['public'] });
const holidaysOf = new Map<number, ReadonlySet<string>>();

interface Day {
  readonly name: string;
  readonly year: number;
  readonly month: number;
  readonly date: number;
  readonly monthDays: number;
  readonly isOpen: boolean;
}

const days = new Map<number, Day>();

function dayAt(number: number): Day {
  const known = days.get(number);
  if (known !== undefined) return known;
  const at = new Date(number * dayMs);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + 1];
  const name = at.toISOString().slice(0, 'YYYY-MM-DD'.length);
  const isWeekend = at.getUTCDay() % 6 === 0;
  const day = {
    ...{ name, year, month, date: at.getUTCDate() },
    monthDays: new Date(Date.UTC(year, month, 0)).getUTCDate(),
    isOpen: !isWeekend && !holidays(year).has(name),
  };
  days.set(number, day);
  return day;
}

function holidays(year: number): ReadonlySet<string> {
  const known = holidaysOf.get(year);
  if (known !== undefined) return known;
  const found = library.getHolidays(year).filter(({ type }) => type === 'public');
  const names = new Set(found.map(({ date }) => date.slice(0, 'YYYY-MM-DD'.length)));
  holidaysOf.set(year, names);
  return names;
}

const daysBetween: Readonly<Record<string, number>> = { Daily: 1, Weekly: 7, EveryTwoWeeks: 14 };
const monthsBetween: Readonly<Record<string, number>> = {
  ...{ Monthly: 1, EveryTwoMonths: 2, Quarterly: 3 },
  ...{ SemiAnnual: 6, Annual: 12, MonthlyVariable: 1 },
};

/** A day that is due later may be executed this many days before: banks close from Maundy Thursday to Easter Monday. */
const closedDaysMax = 5;

/**
 * On which days the bank executes a standing order, up to a day (included).
 *
 * @returns YYYY-MM-DD, ascending
 */
export function strangersDays(order: PeriodicOrder, until: string): string[] {
  const start = Date.parse(order.startDate) / dayMs;
  const horizon = Date.parse(until) / dayMs + closedDaysMax;
  const end = order.endDate === undefined ? horizon : Date.parse(order.endDate) / dayMs;
  const isWanted = isWantedBy(order, start);
  const found = new Set<string>();
  for (let day = start; day <= Math.min(end, horizon); day += 1) {
    if (isWanted(day)) found.add(dayAt(openDay(day, start, order)).name);
  }
  return [...found].filter((day) => day <= until);
}

function isWantedBy(order: PeriodicOrder, start: number): (day: number) => boolean {
  const { frequency, monthsOfExecution } = order;
  const everyDays = daysBetween[frequency];
  if (everyDays !== undefined) return (day) => (day - start) % everyDays === 0;
  const wanted = Number(order.dayOfExecution ?? dayAt(start).date);
  const isItsDate = ({ date, monthDays }: Day) => date === Math.min(wanted, monthDays);
  let first = start;
  while (!isItsDate(dayAt(first))) first += 1;
  const monthOf = ({ year, month }: Day) => year * 12 + month;
  const step = monthsBetween[frequency] ?? Number.NaN;
  return (number) => {
    const day = dayAt(number);
    if (!isItsDate(day) || (monthOf(day) - monthOf(dayAt(first))) % step !== 0) return false;
    return monthsOfExecution?.includes(day.month) ?? true;
  };
}

/** Nothing is executed before the start of an order: a day that its rule would move there moves the other way. */
function openDay(day: number, start: number, { executionRule }: PeriodicOrder): number {
  const towards = (step: 1 | -1) => {
    let open = day;
    while (!dayAt(open).isOpen) open += step;
    return open;
  };
  const before = executionRule === 'preceeding' ? towards(-1) : start - 1;
  return before < start ? towards(1) : before;
}
