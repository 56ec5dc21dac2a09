import type { Interval } from '../../values.js';
import { SqlError } from '../../values.js';
import { microsPerDay, pad } from './date-time.js';

const units: Readonly<Record<string, { months?: number; days?: number; seconds?: number }>> = {
  year: { months: 12 },
  yr: { months: 12 },
  mon: { months: 1 },
  month: { months: 1 },
  week: { days: 7 },
  day: { days: 1 },
  hour: { seconds: 3600 },
  hr: { seconds: 3600 },
  minute: { seconds: 60 },
  min: { seconds: 60 },
  second: { seconds: 1 },
  sec: { seconds: 1 },
  millisecond: { seconds: 0.001 },
};

const microsOf = (seconds: number): bigint => BigInt(Math.round(seconds * 1_000_000));

/** An interval from its fields; parts of days and months move down as PostgreSQL moves them. */
export function intervalOf(months: number, days: number, seconds: number): Interval {
  const wholeMonths = Math.trunc(months);
  const allDays = days + (months - wholeMonths) * 30;
  const wholeDays = Math.trunc(allDays);
  const micros = microsOf(seconds + (allDays - wholeDays) * 86_400);
  return { months: wholeMonths, days: wholeDays, micros };
}

const part = /\s*([+-]?)(?:(\d+):(\d{2})(?::(\d{2}(?:\.\d+)?))?|(\d+(?:\.\d+)?)\s*([a-z]+)?)/giy;

/** @throws SqlError 22007 */
export function parseInterval(text: string): Interval {
  let [months, days, seconds] = [0, 0, 0];
  const input = text.trim();
  part.lastIndex = 0;
  while (part.lastIndex < input.length) {
    const found = part.exec(input);
    if (!found) throw new SqlError('22007', `invalid input syntax for type interval: "${text}"`);
    const sign = found[1] === '-' ? -1 : 1;
    if (found[2] !== undefined) {
      const clock = Number(found[2]) * 3600 + Number(found[3]) * 60 + Number(found[4] ?? 0);
      seconds += sign * clock;
      continue;
    }
    const count = sign * Number(found[5]);
    const unit = units[(found[6] ?? 'second').toLowerCase().replace(/s$/, '')];
    if (!unit) throw new SqlError('22007', `invalid input syntax for type interval: "${text}"`);
    months += count * (unit.months ?? 0);
    days += count * (unit.days ?? 0);
    seconds += count * (unit.seconds ?? 0);
  }
  return intervalOf(months, days, seconds);
}

/** As PostgreSQL writes it in the style `postgres`. */
export function intervalText({ months, days, micros }: Interval): string {
  const years = Math.trunc(months / 12);
  const rest = months % 12;
  const counts = [
    ...(years === 0 ? [] : [plural(years, 'year')]),
    ...(rest === 0 ? [] : [plural(rest, 'mon')]),
    ...(days === 0 ? [] : [plural(days, 'day')]),
  ];
  if (micros !== 0n || counts.length === 0) counts.push(clockText(micros, months < 0 || days < 0));
  return counts.join(' ');
}

const plural = (count: number, unit: string): string =>
  `${String(count)} ${unit}${count === 1 ? '' : 's'}`;

function clockText(micros: bigint, isAfterNegative: boolean): string {
  const size = micros < 0n ? -micros : micros;
  const seconds = Number(size / 1_000_000n);
  const rest = Number(size % 1_000_000n);
  const sign = micros < 0n ? '-' : isAfterNegative ? '+' : '';
  const fraction = rest === 0 ? '' : `.${pad(rest, 6).replace(/0+$/, '')}`;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${sign}${pad(hours)}:${pad(minutes)}:${pad(seconds % 60)}${fraction}`;
}

/** The length for comparison: a month has 30 days. */
export const intervalMicros = ({ months, days, micros }: Interval): bigint =>
  (BigInt(months) * 30n + BigInt(days)) * microsPerDay + micros;

/** Seconds as `extract(epoch …)` counts them: a year has 365.25 days, a month 30. */
export function intervalSeconds({ months, days, micros }: Interval): number {
  const allDays = Math.trunc(months / 12) * 365.25 + (months % 12) * 30 + days;
  return allDays * 86_400 + Number(micros) / 1_000_000;
}

export const scaleInterval = ({ months, days, micros }: Interval, factor: number): Interval =>
  intervalOf(months * factor, days * factor, (Number(micros) * factor) / 1_000_000);

export const plusInterval = (left: Interval, right: Interval, sign = 1): Interval => ({
  months: left.months + sign * right.months,
  days: left.days + sign * right.days,
  micros: left.micros + BigInt(sign) * right.micros,
});

/** The difference of two moments: whole days, then the rest. */
export function between(micros: bigint): Interval {
  return { months: 0, days: Number(micros / microsPerDay), micros: micros % microsPerDay };
}
