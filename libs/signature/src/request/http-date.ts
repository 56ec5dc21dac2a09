import { refuse, type SignatureRefusal } from '../base/refusal.js';

const MONTHS = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
const CLOCK = '(?<hour>[0-9]{2}):(?<minute>[0-9]{2}):(?<second>[0-9]{2})';
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const SHORT = WEEKDAYS.map((name) => name.slice(0, 3)).join('|');

/** A form of the Date header. Each has the same named groups; only the first may have a numeric zone. */
const FORMS: readonly RegExp[] = [
  new RegExp(
    `^(?<weekday>${SHORT}), (?<day>[0-9]{1,2}) (?<month>${MONTHS}) (?<year>[0-9]{4}) ${CLOCK} (?<zone>GMT|[+-][0-9]{4})$`,
  ),
  new RegExp(
    `^(?<weekday>${WEEKDAYS.join('|')}), (?<day>[0-9]{2})-(?<month>${MONTHS})-(?<year>[0-9]{2}) ${CLOCK} (?<zone>GMT)$`,
  ),
  new RegExp(
    `^(?<weekday>${SHORT}) (?<month>${MONTHS}) (?<day>[0-9]{2}| ?[0-9]) ${CLOCK} (?<year>[0-9]{4})$`,
  ),
];

/** The longest accepted text: the RFC 850 form on a Wednesday. */
const LENGTH_MAX = 33;
const MINUTE_MS = 60_000;

/**
 * Reads a date in the forms that RFC 9110 section 5.6.7 demands of recipients: IMF-fixdate, RFC 850 and
 * asctime. IMF-fixdate may have a day of one digit and a numeric zone (RFC 5322 section 3.3), as Java's
 * `RFC_1123_DATE_TIME` writes them. The weekday must be the weekday of the day, and names are case-sensitive.
 *
 * @param now decides the century of a year of two digits
 * @returns milliseconds since 1970; undefined for a date that does not exist and for any other text
 */
export function parseHttpDate(text: string, now: Date): number | undefined {
  if (text === lastRead.text) return lastRead.time;
  if (text.length > LENGTH_MAX) return undefined;
  const time = Date.parse(text);
  const isImfFixdate = text.length === 29 && new Date(time).toUTCString() === text;
  if (!isImfFixdate) return timeIn(text, now);
  lastRead = { text, time };
  return time;
}

/** Most requests of one second carry the same text. */
let lastRead: { readonly text: string; readonly time: number | undefined } = {
  text: '',
  time: undefined,
};

function timeIn(text: string, now: Date): number | undefined {
  for (const form of FORMS) {
    const groups = form.exec(text)?.groups;
    if (groups !== undefined) return timeOf(groups, now);
  }
  return undefined;
}

type Groups = Readonly<Record<string, string | undefined>>;

function timeOf(groups: Groups, now: Date): number | undefined {
  const { zone = 'GMT' } = groups;
  const [hours, minutes, seconds] = [groups['hour'], groups['minute'], groups['second']].map(
    Number,
  ) as [number, number, number];
  const day = dayOf(groups, now);
  const offset = offsetMinutesOf(zone);
  if (day === undefined || offset === undefined) return undefined;
  if (hours > 23 || minutes > 59 || seconds > 60) return undefined;
  const minute = day + (hours * 60 + minutes - offset) * MINUTE_MS;
  return seconds === 60 && !isLastOfDay(minute) ? undefined : minute + seconds * 1000;
}

/** The start of the day, as if its zone were UTC; undefined for a day that does not exist or has another weekday. */
function dayOf(
  { weekday = '', day, month = '', year = '' }: Groups,
  now: Date,
): number | undefined {
  const [fullYear, date] = [yearOf(year, now), Number(day)];
  const start = new Date(Date.UTC(fullYear, MONTHS.split('|').indexOf(month), date));
  const exists = start.getUTCFullYear() === fullYear && start.getUTCDate() === date;
  const hasWeekday = WEEKDAYS[start.getUTCDay()]?.startsWith(weekday) === true;
  return exists && hasWeekday ? start.getTime() : undefined;
}

/** RFC 9110 section 5.6.7: a year that seems more than 50 years ahead is in the past. */
function yearOf(digits: string, now: Date): number {
  if (digits.length === 4) return Number(digits);
  const latest = now.getUTCFullYear() + 50;
  return latest - ((latest - Number(digits)) % 100);
}

/** Minutes east of Greenwich; undefined for a zone that is not hours and minutes. */
function offsetMinutesOf(zone: string): number | undefined {
  if (zone === 'GMT') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3));
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** A leap second is only ever the last second of a day in UTC. */
const isLastOfDay = (minute: number): boolean =>
  new Date(minute).toISOString().slice(11, 16) === '23:59';

/** Largest deviation of the Date header, specification section 5 point 3. */
export const DATE_DEVIATION_MAX_SECONDS = 60;

const PATH = 'Date';

/**
 * Checks the Date header against the clock, in both directions, whatever the form of the date
 * (RFC 9110 section 5.6.7). The header has whole seconds, so `now` is cut to whole seconds as well.
 *
 * @returns undefined when it is close enough; else the refusal `date-malformed`, or `date-off` with the time of the clock
 */
export function checkDate(text: string, now: Date): SignatureRefusal | undefined {
  const time = parseHttpDate(text, now);
  if (time === undefined) return refuse('date-malformed', PATH);
  const deviationSeconds = Math.abs(Math.floor(now.getTime() / 1000) - time / 1000);
  if (deviationSeconds <= DATE_DEVIATION_MAX_SECONDS) return undefined;
  return refuse('date-off', PATH, { time: now.toUTCString() });
}
