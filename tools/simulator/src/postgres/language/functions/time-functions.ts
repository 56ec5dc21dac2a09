import type { Interval, Value } from '../../values.js';
import { missing } from '../tree.js';
import {
  dateMicros,
  fieldsAt,
  microsOf,
  formatTimestamp,
  fromZone,
  toZone,
  weekday,
} from '../types/date-time.js';
import { intervalOf, intervalSeconds } from '../types/interval.js';
import { builtin } from './builtin.js';

const text = (value: Value | undefined): string => value as string;
const number = (value: Value | undefined): number => value as number;
const at = (value: Value | undefined): bigint => value as bigint;

function extract(field: string, micros: bigint): number {
  const fields = fieldsAt(micros);
  if (field === 'epoch') return Number(micros) / 1_000_000;
  if (field === 'second') return fields.second + fields.micros / 1_000_000;
  const days: Readonly<Record<string, number>> = {
    dow: weekday(micros),
    isodow: weekday(micros) || 7,
  };
  const found = days[field] ?? (fields as unknown as Readonly<Record<string, number>>)[field];
  if (found === undefined || field === 'micros') throw missing(`extract(${field})`);
  return found;
}

const units = ['year', 'month', 'day', 'hour', 'minute', 'second'];

function truncated(unit: string, micros: bigint): bigint {
  const kept = units.indexOf(unit);
  if (kept < 0) throw missing(`date_trunc('${unit}')`);
  const { year, month, day, hour, minute, second } = fieldsAt(micros);
  const parts = [year, month, day, hour, minute, second].map((value, place) => {
    const least = place === 1 || place === 2 ? 1 : 0;
    return place <= kept ? value : least;
  });
  const [y = 0, m = 1, d = 1, h = 0, min = 0, s = 0] = parts;
  return microsOf({ year: y, month: m, day: d, hour: h, minute: min, second: s, micros: 0 });
}

const intervalParts = ['years', 'months', 'weeks', 'days', 'hours', 'mins', 'secs'];

function madeInterval(values: readonly Value[]): Interval {
  const [years, months, weeks, days, hours, mins, secs] = values.map(number) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return intervalOf(years * 12 + months, weeks * 7 + days, hours * 3600 + mins * 60 + secs);
}

export const timeFunctions = [
  builtin('now() timestamptz', (_values, frame) => frame.run.storage.transactionTime()),
  builtin('transaction_timestamp() timestamptz', (_values, frame) =>
    frame.run.storage.transactionTime(),
  ),
  builtin('clock_timestamp() timestamptz', (_values, frame) => frame.run.storage.clockTime(), {
    isVolatile: true,
  }),
  builtin('make_interval(int4, int4, int4, int4, int4, int4, float8) interval', madeInterval, {
    names: intervalParts,
  }),
  builtin('extract(text, timestamptz) numeric', ([field, value]) =>
    extract(text(field), at(value)),
  ),
  builtin('extract(text, timestamp) numeric', ([field, value]) => extract(text(field), at(value))),
  builtin('extract(text, date) numeric', ([field, value]) =>
    extract(text(field), dateMicros(text(value))),
  ),
  builtin('extract(text, interval) numeric', ([field, value]) => {
    if (text(field) !== 'epoch') throw missing(`extract(${text(field)}) of an interval`);
    return intervalSeconds(value as Interval);
  }),
  builtin('timezone(text, timestamptz) timestamp', ([zone, value]) =>
    toZone(at(value), text(zone)),
  ),
  builtin('timezone(text, timestamp) timestamptz', ([zone, value]) =>
    fromZone(at(value), text(zone)),
  ),
  builtin('date_trunc(text, timestamptz) timestamptz', ([unit, value]) =>
    truncated(text(unit), at(value)),
  ),
  builtin('date_trunc(text, timestamp) timestamp', ([unit, value]) =>
    truncated(text(unit), at(value)),
  ),
  builtin('to_char(timestamptz, text) text', ([value, format]) =>
    formatTimestamp(at(value), text(format)),
  ),
  builtin('to_char(timestamp, text) text', ([value, format]) =>
    formatTimestamp(at(value), text(format)),
  ),
  builtin('to_timestamp(float8) timestamptz', ([seconds]) =>
    BigInt(Math.round(number(seconds) * 1_000_000)),
  ),
];
