const daysOfMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Whether the Gregorian calendar has a date written YYYY-MM-DD (ISO 8601; specification §1). */
export function isCalendarDate(date: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(date);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const days = month === 2 && isLeapYear(year) ? 29 : daysOfMonth[month - 1];
  return days !== undefined && day >= 1 && day <= days;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

const dayMs = 24 * 60 * 60 * 1000;

/** The date some days after a date, both YYYY-MM-DD. */
export function daysLater(date: string, days: number): string {
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
}

const osloDate = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Oslo' });
/** Days by the minute since 1970. */
const known = new Map<number, string>();
const knownMax = 1000;

/** The same day of a later month, or the last day of a month that is shorter, YYYY-MM-DD. */
export function monthsLater(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const counted = year * 12 + month - 1 + months;
  const inMonth = (of: number) =>
    [
      String(Math.floor(counted / 12)).padStart(4, '0'),
      String((counted % 12) + 1).padStart(2, '0'),
      String(of).padStart(2, '0'),
    ].join('-');
  const possible = [day, 30, 29, 28].filter((one) => one <= day);
  return inMonth(possible.find((one) => isCalendarDate(inMonth(one))) ?? day);
}

/** The day in Europe/Oslo, YYYY-MM-DD. Worlds have different times, and time zones are slow, so each minute is computed once. */
export function dayInOslo(now: Date): string {
  const minute = Math.floor(now.getTime() / 60_000);
  let day = known.get(minute);
  if (day === undefined) {
    if (known.size >= knownMax) known.clear();
    day = osloDate.format(now);
    known.set(minute, day);
  }
  return day;
}

const hourMs = 60 * 60 * 1000;

/**
 * The instant at which a day (YYYY-MM-DD) begins in Oslo, ISO 8601. Oslo is one hour ahead of UTC, in summer
 * two; the clocks change at night after the day has begun.
 */
export function startOfDay(date: string): string {
  const midnightMs = Date.parse(date);
  const summer = new Date(midnightMs - 2 * hourMs);
  const isSummer = osloDate.format(summer) === date;
  return (isSummer ? summer : new Date(midnightMs - hourMs)).toISOString();
}

/** The instant at which a published day (YYYY-MM-DD) ends in Oslo, ISO 8601: the start of the next day. */
export function endOfDay(date: string): string {
  return startOfDay(daysLater(date, 1));
}

/** The last day, YYYY-MM-DD in Oslo, of what lasts until an instant (ISO 8601) and not longer. */
export function lastDayBefore(end: string): string {
  return dayInOslo(new Date(Date.parse(end) - 1));
}
