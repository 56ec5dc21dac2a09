import type { Interval, JsonValue, Snapshot, TypeName, Value } from '../../values.js';
import { missing } from '../tree.js';
import { timestampText } from './date-time.js';
import { intervalText } from './interval.js';
import { jsonbText } from './json-text.js';
import { elementOf, fieldsOf, isArray } from './type-names.js';

type Writer = (value: Exclude<Value, null>) => string;

const asIs: Writer = (value) => value as string;
const number: Writer = (value) => numberText(value as number);
const big: Writer = (value) => (value as bigint).toString();

const writers: Readonly<Record<TypeName, Writer>> = {
  bool: (value) => (value === true ? 't' : 'f'),
  int2: number,
  int4: number,
  oid: number,
  float4: number,
  float8: number,
  numeric: (value) => numericText(value as number),
  int8: big,
  xid8: big,
  xid: big,
  text: asIs,
  varchar: asIs,
  bpchar: asIs,
  char: asIs,
  name: asIs,
  uuid: asIs,
  unknown: asIs,
  json: asIs,
  date: asIs,
  tid: asIs,
  regclass: asIs,
  regproc: asIs,
  regnamespace: asIs,
  void: () => '',
  jsonb: (value) => jsonbText(value as JsonValue),
  timestamptz: (value) => `${timestampText(value as bigint)}+00`,
  timestamp: (value) => timestampText(value as bigint),
  interval: (value) => intervalText(value as Interval),
  bytea: (value) => `\\x${(value as Buffer).toString('hex')}`,
  pg_snapshot: (value) => snapshotText(value as Snapshot),
};

/** The text that the server sends for a value. */
export function toText(value: Exclude<Value, null>, type: TypeName): string {
  return writerOf(type)(value);
}

/** The function that writes values of a type. */
export function writerOf(type: TypeName): Writer {
  const writer = writers[type];
  if (writer) return writer;
  if (isArray(type)) return arrayWriter(elementOf(type));
  const fields = fieldsOf(type);
  if (fields) return recordWriter(fields.map((field) => field.type));
  throw missing(`text of type ${type}`);
}

/** The shortest digits that read back as the number; an exponent has two digits at least. */
function numberText(value: number): string {
  if (Object.is(value, -0)) return '-0';
  if (!Number.isFinite(value))
    return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e15)) {
    const [digits = '', exponent = ''] = value.toExponential().split('e');
    return `${digits}e${exponent.slice(0, 1)}${exponent.slice(1).padStart(2, '0')}`;
  }
  return String(value);
}

function numericText(value: number): string {
  const text = String(value);
  if (text.includes('e')) throw missing(`text of the numeric ${text}`);
  return text;
}

function snapshotText({ xmin, xmax, running }: Snapshot): string {
  const inside = [...running].filter((xid) => xid >= xmin && xid < xmax);
  const sorted = inside.toSorted((a, b) => (a < b ? -1 : 1));
  return `${String(xmin)}:${String(xmax)}:${sorted.join(',')}`;
}

function arrayWriter(element: TypeName): Writer {
  const write = writerOf(element);
  return (value) => {
    const items = (value as readonly Value[]).map((item) =>
      item === null ? 'NULL' : quotedItem(write(item)),
    );
    return `{${items.join(',')}}`;
  };
}

function quotedItem(text: string): string {
  const isPlain = text !== '' && !/[{}",\\\s]/.test(text) && text.toUpperCase() !== 'NULL';
  return isPlain ? text : `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

function recordWriter(types: readonly TypeName[]): Writer {
  const writeAll = types.map(writerOf);
  return (value) => {
    const fields = (value as readonly Value[]).map((field, at) =>
      field === null ? '' : quotedField(writeAll[at]?.(field) ?? ''),
    );
    return `(${fields.join(',')})`;
  };
}

function quotedField(text: string): string {
  const isPlain = text !== '' && !/[(),"\\\s]/.test(text);
  return isPlain ? text : `"${text.replaceAll(/["\\]/g, '$&$&')}"`;
}
