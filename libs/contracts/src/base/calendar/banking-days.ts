import { Temporal } from 'temporal-polyfill';

const saturday = 6;

/** Whether the banks of Norway execute payments on a date: not on weekends and holidays. */
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

/** The banking day for a date, YYYY-MM-DD: the date itself or the nearest one in a direction. */
export function bankingDayNear(date: string, direction: 'following' | 'preceding'): string {
  const key = `${direction} ${date}`;
  const known = nearDays.get(key);
  if (known !== undefined) return known;
  const day = Temporal.PlainDate.from(date);
  const near = (direction === 'following' ? bankingDayFrom(day) : bankingDayUntil(day)).toString();
  if (nearDays.size >= nearDaysMax) nearDays.clear();
  nearDays.set(key, near);
  return near;
}

/** Most payments are for the days around today, and a calendar is slow. */
const nearDays = new Map<string, string>();
const nearDaysMax = 1000;

/** Terminates, because banks close for at most five days: from Maundy Thursday to Easter Monday. */
function nearest(date: Temporal.PlainDate, days: 1 | -1): Temporal.PlainDate {
  let day = date;
  while (!isBankingDay(day)) day = day.add({ days });
  return day;
}

/**
 * Whether the banks of Norway are closed on a date for a holiday, Sundays apart. Sources: the law on
 * holidays and the peace of holidays (LOV-1995-02-24-12) § 2, and the law on 1 and 17 May
 * (LOV-1947-04-26-1). Christmas Eve and New Year's Eve are in neither: they are banking days.
 */
export function isNorwegianHoliday(date: Temporal.PlainDate): boolean {
  return fixedHolidays.has(monthDayOf(date)) || movable.has(daysSinceEaster(date));
}

/** Months and days: New Year's Day, the two in May, Christmas Day and the day after it. */
const fixedHolidays: ReadonlySet<string> = new Set(['01-01', '05-01', '05-17', '12-25', '12-26']);

/**
 * Days from Easter Sunday: Maundy Thursday, Good Friday, Easter Sunday and Monday, Ascension Day, Whit
 * Sunday and Monday.
 */
const movable: ReadonlySet<number> = new Set([-3, -2, 0, 1, 39, 49, 50]);

function monthDayOf(date: Temporal.PlainDate): string {
  return date.toString().slice(-'MM-DD'.length);
}

function daysSinceEaster(date: Temporal.PlainDate): number {
  return easterSunday(date.year).until(date, { largestUnit: 'day' }).days;
}

/**
 * Easter Sunday of a Gregorian year, by the anonymous computus (Nature, 20 April 1876; Meeus,
 * Astronomical Algorithms, chapter 8). The letters are the published ones.
 */
export function easterSunday(year: number): Temporal.PlainDate {
  const a = year % 19;
  const [b, c] = [Math.floor(year / 100), year % 100];
  const [d, e] = [Math.floor(b / 4), b % 4];
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const [i, k] = [Math.floor(c / 4), c % 4];
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return new Temporal.PlainDate(year, Math.floor(n / 31), (n % 31) + 1);
}

const zone = 'Europe/Oslo';

/**
 * The day of arrival in Oslo, or the day after it for an order of a banking day after its cut-off. Banks may
 * be closed on it. Without a cut-off no order is late.
 *
 * @param at the time of arrival, ISO 8601
 * @param cutOff time of day in Oslo, HH:MM; an order of that very minute is late
 * @returns YYYY-MM-DD
 */
export function dayCounted(at: string, cutOff?: string): string {
  const minute = Math.floor(Date.parse(at) / 60_000);
  if (minute !== counted.minute) counted = { minute, days: new Map() };
  const day = counted.days.get(cutOff) ?? countDay(at, cutOff);
  counted.days.set(cutOff, day);
  return day;
}

/** The days of one minute, by cut-off: a cut-off is a minute, and time zones are slow. */
let counted = { minute: Number.NaN, days: new Map<string | undefined, string>() };

function countDay(at: string, cutOff: string | undefined): string {
  const came = Temporal.Instant.from(at).toZonedDateTimeISO(zone);
  const day = came.toPlainDate();
  const isLate =
    cutOff !== undefined && Temporal.PlainTime.compare(came.toPlainTime(), cutOff) >= 0;
  return (isLate && isBankingDay(day) ? day.add({ days: 1 }) : day).toString();
}

interface TimeOfDay {
  readonly day: string;
  readonly time: string;
}

/** Times in Oslo by the minute since 1970: schedules ask for the same ones again and again, and time zones are slow. */
const times = new Map<number, TimeOfDay>();
const timesMax = 1000;

/** The date and the time of day in Oslo: YYYY-MM-DD and HH:MM. */
export function timeInOslo(at: Date): TimeOfDay {
  const minute = Math.floor(at.getTime() / 60_000);
  let known = times.get(minute);
  if (known === undefined) {
    if (times.size >= timesMax) times.clear();
    known = readTime(at);
    times.set(minute, known);
  }
  return known;
}

function readTime(at: Date): TimeOfDay {
  const [day = '', time = ''] = Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .split('T');
  return { day, time };
}

/** When it is this time of day in Oslo, HH:MM, on a day, YYYY-MM-DD. A time that the clocks pass over is an hour later. */
export function instantInOslo(day: string, time: string): Date {
  const at = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone, plainTime: time });
  return new Date(at.epochMilliseconds);
}
