import type { JsonValue, TypeName, Value } from '../../values.js';
import { SqlError } from '../../values.js';
import { dateMicros, dateText } from './date-time.js';
import { jsonbText, parseJson } from './json-text.js';
import { fromText } from './text-in.js';
import { writerOf } from './text-out.js';
import { elementOf, fieldsOf, isArray, isRecord, isText, numberRank } from './type-names.js';

type Present = Exclude<Value, null>;
export type Convert = (value: Present) => Value;

const same: Convert = (value) => value;

/** PostgreSQL rounds numeric half away from zero, and floating point half to even. */
const roundAway = (value: number): number => Math.sign(value) * Math.round(Math.abs(value));

function roundEven(value: number): number {
  const down = Math.floor(value);
  if (value - down !== 0.5) return Math.round(value);
  return down % 2 === 0 ? down : down + 1;
}

const limits: Readonly<Record<string, readonly [string, number]>> = {
  int2: ['smallint', 32_767],
  int4: ['integer', 2_147_483_647],
};

/** @throws SqlError 22003 */
export function checkedInteger(value: number, type: TypeName): number {
  const [name, max] = limits[type] ?? ['bigint', Infinity];
  if (value > max || value < -max - 1 || Number.isNaN(value)) {
    throw new SqlError('22003', `${name} out of range`);
  }
  return value;
}

const int8Max = 9_223_372_036_854_775_807n;

/** @throws SqlError 22003 */
export function checkedBig(value: bigint): bigint {
  if (value > int8Max || value < -int8Max - 1n) throw new SqlError('22003', 'bigint out of range');
  return value;
}

function toBig(value: number, round: (value: number) => number): bigint {
  if (!Number.isFinite(value)) throw new SqlError('22003', 'bigint out of range');
  return checkedBig(BigInt(round(value)));
}

function numbers(from: TypeName, to: TypeName): Convert {
  const round = from === 'numeric' ? roundAway : roundEven;
  if (to === 'int8') {
    return typeof1(from) === 'bigint' ? same : (value) => toBig(value as number, round);
  }
  const isInteger = to === 'int2' || to === 'int4' || to === 'oid';
  if (!isInteger) return (value) => Number(value);
  if (typeof1(from) === 'bigint') return (value) => checkedInteger(Number(value), to);
  return (value) => checkedInteger(round(value as number), to);
}

const typeof1 = (type: TypeName): string => (type === 'int8' ? 'bigint' : 'number');

const one =
  (value: Value): Convert =>
  (present) =>
    present === true ? value : 0;

const pairs: Readonly<Record<string, Convert>> = {
  'bool int4': one(1),
  'int4 bool': (value) => value !== 0,
  'date timestamptz': (value) => dateMicros(value as string),
  'date timestamp': (value) => dateMicros(value as string),
  'timestamptz date': (value) => dateText(value as bigint),
  'timestamp date': (value) => dateText(value as bigint),
  'timestamptz timestamp': same,
  'timestamp timestamptz': same,
  'json jsonb': (value) => ({ json: parseJson(value as string) }),
  'jsonb json': (value) => jsonbText(value as JsonValue),
};

/** How a value of a type becomes one of another: explicitly, with `::`. Nothing when PostgreSQL has no such cast. */
export function castOf(from: TypeName, to: TypeName): Convert | undefined {
  if (from === to || (isText(from) && isText(to))) return same;
  if (numberRank(from) >= 0 && numberRank(to) >= 0) return numbers(from, to);
  return pairs[`${from} ${to}`] ?? (isText(to) ? textOf(from) : otherCast(from, to));
}

function otherCast(from: TypeName, to: TypeName): Convert | undefined {
  if (isText(from) || from === 'unknown') return (value) => fromText(value as string, to);
  if (isArray(from) && isArray(to)) return arrayCast(elementOf(from), elementOf(to));
  if (isRecord(from) && isRecord(to)) return recordCast(from, to);
  return from === 'jsonb' ? fromJsonb(to) : undefined;
}

/** How a value is written for a cast to text: only bool differs from what the server sends. */
export function textOf(from: TypeName): Convert {
  if (from === 'bool') return (value) => (value === true ? 'true' : 'false');
  return writerOf(from);
}

function arrayCast(from: TypeName, to: TypeName): Convert | undefined {
  const item = castOf(from, to);
  if (!item) return undefined;
  return (value) => (value as readonly Value[]).map((each) => (each === null ? null : item(each)));
}

function recordCast(from: TypeName, to: TypeName): Convert | undefined {
  const target = fieldsOf(to);
  const source = fieldsOf(from);
  if (!target || !source) return same;
  const casts = target.map(({ type }, at) => castOf(source[at]?.type ?? 'unknown', type) ?? same);
  return (value) =>
    (value as readonly Value[]).map((each, at) =>
      each === null ? null : (casts[at] ?? same)(each),
    );
}

function fromJsonb(to: TypeName): Convert | undefined {
  const convert = to === 'bool' ? same : numberRank(to) >= 0 ? numbers('numeric', to) : undefined;
  if (!convert) return undefined;
  const kind = to === 'bool' ? 'boolean' : 'number';
  return (value) => {
    const { json } = value as JsonValue;
    if (json === null) return null;
    if (typeof json === kind) return convert(json as Present);
    throw new SqlError('22023', `cannot cast jsonb ${typeof json} to type ${to}`);
  };
}

const implicit: Readonly<Record<TypeName, readonly TypeName[]>> = {
  date: ['timestamptz', 'timestamp'],
  timestamp: ['timestamptz'],
  regclass: ['oid', 'text'],
};

/** Whether PostgreSQL casts an argument of a function or operator without being told to. */
export function isImplicit(from: TypeName, to: TypeName): boolean {
  if (from === to || from === 'unknown') return true;
  if (isText(from) && isText(to)) return true;
  const [a, b] = [numberRank(from), numberRank(to)];
  if (a >= 0 && b >= 0) return a < b || (from === 'int4' && to === 'oid');
  return implicit[from]?.includes(to) ?? false;
}

/** Whether PostgreSQL casts a value that is assigned to a column or a variable. */
export function isAssignable(from: TypeName, to: TypeName): boolean {
  if (isImplicit(from, to) || isText(to)) return true;
  if (numberRank(from) >= 0 && numberRank(to) >= 0) return true;
  if (isArray(from) && isArray(to)) return isAssignable(elementOf(from), elementOf(to));
  return `${from} ${to}` in pairs || (isRecord(from) && isRecord(to));
}
