import type { Interval } from '../../values.js';
import { SqlError } from '../../values.js';
import { missing } from '../tree.js';

const perSecond = 1_000_000n;
export const microsPerDay = 86_400n * perSecond;

const form =
  /^(\d{4,6})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

/** Microseconds since 1970 of a text without offset in UTC. Throws 22007. */
export function parseTimestamp(text: string, type: 'timestamptz' | 'timestamp'): bigint {
  const found = form.exec(text.trim());
  if (!found) throw invalid(type === 'timestamp' ? 'timestamp' : 'timestamp with time zone', text);
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] = found;
  const days = daysOf(Number(year), Number(month), Number(day), text);
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  const micros = BigInt(Math.round(Number(`0.${fraction || '0'}`) * 1_000_000));
  const offset = type === 'timestamptz' && zone ? offsetOf(zone) : 0;
  return BigInt(days) * microsPerDay + BigInt(seconds - offset) * perSecond + micros;
}

function offsetOf(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0;
  const digits = zone.slice(1).replace(':', '');
  const seconds = Number(digits.slice(0, 2)) * 3600 + Number(digits.slice(2) || '0') * 60;
  return zone.startsWith('-') ? -seconds : seconds;
}

function daysOf(year: number, month: number, day: number, text: string): number {
  const ms = Date.UTC(year, month - 1, day);
  if (new Date(ms).getUTCMonth() !== month - 1 || day < 1) {
    throw new SqlError('22008', `date/time field value out of range: "${text}"`);
  }
  return ms / 86_400_000;
}

const invalid = (type: string, text: string): SqlError =>
  new SqlError('22007', `invalid input syntax for type ${type}: "${text}"`);

/** The fields of a moment in UTC. */
export interface Fields {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly micros: number;
}

export function fieldsAt(micros: bigint): Fields {
  const rest = ((micros % perSecond) + perSecond) % perSecond;
  const at = new Date(Number((micros - rest) / 1000n));
  return {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
    micros: Number(rest),
  };
}

/** The moment with these fields in UTC. */
export function microsOf({ year, month, day, hour, minute, second, micros }: Fields): bigint {
  return BigInt(Date.UTC(year, month - 1, day, hour, minute, second)) * 1000n + BigInt(micros);
}

/** The day of the week in UTC; Sunday is 0. */
export const weekday = (micros: bigint): number => new Date(Number(micros / 1000n)).getUTCDay();

export const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

export function dateText(micros: bigint): string {
  const { year, month, day } = fieldsAt(micros);
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
}

function fractionText(micros: number): string {
  return micros === 0 ? '' : `.${pad(micros, 6).replace(/0+$/, '')}`;
}

/** As PostgreSQL writes it, without the offset. */
export function timestampText(micros: bigint, between = ' '): string {
  const { hour, minute, second, micros: rest } = fieldsAt(micros);
  return `${dateText(micros)}${between}${pad(hour)}:${pad(minute)}:${pad(second)}${fractionText(rest)}`;
}

/** A date as it is stored. Throws 22007. */
export function parseDate(text: string): string {
  const found = form.exec(text.trim());
  // As texts they are before and after every day.
  if (/^-?infinity$/i.test(text.trim())) return text.trim().toLowerCase();
  if (!found) throw invalid('date', text);
  daysOf(Number(found[1]), Number(found[2]), Number(found[3]), text);
  return `${found[1] ?? ''}-${found[2] ?? ''}-${found[3] ?? ''}`;
}

export const dateMicros = (date: string): bigint => BigInt(Date.parse(`${date}T00:00:00Z`)) * 1000n;

/** Adds a length of time in the time zone UTC: months first, then days, then the rest. */
export function addInterval(at: bigint, { months, days, micros }: Interval, sign = 1n): bigint {
  const moved = months === 0 ? at : addMonths(at, months * Number(sign));
  return moved + sign * (BigInt(days) * microsPerDay + micros);
}

function addMonths(at: bigint, months: number): bigint {
  const { year, month, day } = fieldsAt(at);
  const ofDay = at - dateMicros(dateText(at));
  const first = year * 12 + month - 1 + months;
  const [toYear, toMonth] = [Math.floor(first / 12), ((first % 12) + 12) % 12];
  const last = new Date(Date.UTC(toYear, toMonth + 1, 0)).getUTCDate();
  return BigInt(Date.UTC(toYear, toMonth, Math.min(day, last))) * 1000n + ofDay;
}

const zones = new Map<string, Intl.DateTimeFormat>();

function zoneFormat(zone: string): Intl.DateTimeFormat {
  const cached = zones.get(zone);
  if (cached) return cached;
  const number = 'numeric';
  const fields = {
    year: number,
    month: number,
    day: number,
    hour: number,
    minute: number,
  } as const;
  try {
    const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...fields, second: number });
    zones.set(zone, format);
    return format;
  } catch (cause) {
    throw new SqlError('22023', `time zone "${zone}" not recognized`, { detail: String(cause) });
  }
}

/** Microseconds to add to UTC for the local time of a zone. */
function zoneOffset(zone: string, at: bigint): bigint {
  if (zone.toUpperCase() === 'UTC') return 0n;
  const seconds = Number((at - (((at % perSecond) + perSecond) % perSecond)) / perSecond);
  const parts = new Map(
    zoneFormat(zone)
      .formatToParts(seconds * 1000)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  const day = Date.UTC(part('year'), part('month') - 1, part('day'));
  const local = day / 1000 + part('hour') * 3600 + part('minute') * 60 + part('second');
  return BigInt(local - seconds) * perSecond;
}

/** The local time of a moment. */
export const toZone = (at: bigint, zone: string): bigint => at + zoneOffset(zone, at);

/** The moment of a local time. */
export function fromZone(local: bigint, zone: string): bigint {
  const guess = local - zoneOffset(zone, local);
  return local - zoneOffset(zone, guess);
}

const tokens: Readonly<Record<string, (fields: Fields) => string>> = {
  YYYY: ({ year }) => pad(year, 4),
  MM: ({ month }) => pad(month),
  DD: ({ day }) => pad(day),
  HH24: ({ hour }) => pad(hour),
  MI: ({ minute }) => pad(minute),
  SS: ({ second }) => pad(second),
  MS: ({ micros }) => pad(Math.floor(micros / 1000), 3),
  US: ({ micros }) => pad(micros, 6),
};

/** to_char of a timestamp for the patterns that are numbers. */
export function formatTimestamp(micros: bigint, format: string): string {
  const fields = fieldsAt(micros);
  return format.replaceAll(/"([^"]*)"|([A-Za-z][A-Za-z0-9]*)/g, (word, quoted, pattern: string) => {
    if (typeof quoted === 'string') return quoted;
    let rest = pattern;
    let text = '';
    while (rest !== '') {
      const token = Object.keys(tokens).find((name) => rest.startsWith(name));
      const write = token === undefined ? undefined : tokens[token];
      if (token === undefined || !write) throw missing(`pattern ${word} of to_char`);
      text += write(fields);
      rest = rest.slice(token.length);
    }
    return text;
  });
}
