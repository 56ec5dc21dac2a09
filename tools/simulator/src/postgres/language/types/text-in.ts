import type { Snapshot, TypeName, Value } from '../../values.js';
import { SqlError } from '../../values.js';
import { missing } from '../tree.js';
import { parseDate, parseTimestamp } from './date-time.js';
import { parseInterval } from './interval.js';
import { parseJson } from './json-text.js';
import { elementOf, isArray } from './type-names.js';

type Reader = (text: string) => Value;

const invalid = (type: string, text: string): SqlError =>
  new SqlError('22P02', `invalid input syntax for type ${type}: "${text}"`);

const tooBig = (type: string, text: string): SqlError =>
  new SqlError('22003', `value "${text}" is out of range for type ${type}`);

function integer(type: string, max: bigint): (text: string) => bigint {
  return (text) => {
    if (!/^\s*[+-]?\d+\s*$/.test(text)) throw invalid(type, text);
    const value = BigInt(text.trim().replace(/^\+/, ''));
    if (value > max || value < -max - 1n) throw tooBig(type, text);
    return value;
  };
}

const small = (type: string, max: bigint): Reader => {
  const read = integer(type, max);
  return (text) => Number(read(text));
};

function real(type: string): Reader {
  return (text) => {
    const word = text.trim();
    if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(word)) return Number(word);
    const named = { nan: NaN, infinity: Infinity, '-infinity': -Infinity }[word.toLowerCase()];
    if (named === undefined) throw invalid(type, text);
    return named;
  };
}

function bool(text: string): boolean {
  const word = text.trim().toLowerCase();
  if (
    word !== '' &&
    ['true', 'yes', 'on', '1'].some((full) => full.startsWith(word) && word !== 'o')
  )
    return true;
  if (
    word !== '' &&
    ['false', 'no', 'off', '0'].some((full) => full.startsWith(word) && word !== 'o')
  )
    return false;
  throw invalid('boolean', text);
}

function uuid(text: string): string {
  const digits = text.trim().toLowerCase().replaceAll(/[{}-]/g, '');
  if (!/^[0-9a-f]{32}$/.test(digits)) throw invalid('uuid', text);
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function snapshot(text: string): Snapshot {
  const found = /^(\d+):(\d+):(?:(\d+(?:,\d+)*))?$/.exec(text.trim());
  if (!found) throw invalid('pg_snapshot', text);
  const running = (found[3] ?? '').split(',').filter((xid) => xid !== '');
  const [xmin, xmax] = [BigInt(found[1] ?? 0), BigInt(found[2] ?? 0)];
  if (xmin === 0n || xmax < xmin) throw invalid('pg_snapshot', text);
  return { xmin, xmax, running: new Set(running.map(BigInt)) };
}

function json(text: string): string {
  try {
    JSON.parse(text);
  } catch (cause) {
    throw new SqlError('22P02', 'invalid input syntax for type json', { detail: String(cause) });
  }
  return text;
}

const asIs: Reader = (text) => text;

const readers: Readonly<Record<TypeName, Reader>> = {
  bool,
  int2: small('smallint', 32_767n),
  int4: small('integer', 2_147_483_647n),
  oid: small('oid', 4_294_967_295n),
  int8: integer('bigint', 9_223_372_036_854_775_807n),
  xid8: integer('xid8', 18_446_744_073_709_551_615n),
  xid: integer('xid', 4_294_967_295n),
  float4: real('real'),
  float8: real('double precision'),
  numeric: real('numeric'),
  text: asIs,
  varchar: asIs,
  bpchar: asIs,
  char: asIs,
  name: asIs,
  unknown: asIs,
  tid: asIs,
  regclass: asIs,
  regproc: asIs,
  regnamespace: asIs,
  void: asIs,
  uuid,
  json,
  jsonb: (text) => ({ json: parseJson(text) }),
  timestamptz: (text) => parseTimestamp(text, 'timestamptz'),
  timestamp: (text) => parseTimestamp(text, 'timestamp'),
  date: parseDate,
  interval: parseInterval,
  bytea: (text) =>
    text.startsWith(String.raw`\x`) ? Buffer.from(text.slice(2), 'hex') : escapedBytes(text),
  pg_snapshot: snapshot,
};

/** `bytea` in the form escape: a backslash is doubled, or begins three octal digits. */
function escapedBytes(text: string): Buffer {
  const parts = text.match(/\\\\|\\[0-3][0-7]{2}|[^\\]+|\\/g) ?? [];
  return Buffer.concat(
    parts.map((part) => {
      if (part === '\\') throw new SqlError('22P02', 'invalid input syntax for type bytea');
      if (part === '\\\\') return Buffer.from('\\');
      return part.startsWith('\\')
        ? Buffer.from([Number.parseInt(part.slice(1), 8)])
        : Buffer.from(part, 'utf8');
    }),
  );
}

/** The value of a text, as a parameter of node-pg or a literal arrives. Throws 22P02 and others. */
export function fromText(text: string, type: TypeName): Value {
  if (text.includes('\0')) {
    throw new SqlError('22021', 'invalid byte sequence for encoding "UTF8": 0x00');
  }
  const read = readers[type];
  if (read) return read(text);
  if (isArray(type)) return readArray(text, elementOf(type));
  throw missing(`value of type ${type} from a text`);
}

/** The array of texts of items; nothing when the type is no array. */
export function fromItems(texts: readonly (string | null)[], type: TypeName): Value | undefined {
  if (!isArray(type)) return undefined;
  const element = elementOf(type);
  return texts.map((text) => (text === null ? null : fromText(text, element)));
}

const malformed = (text: string): SqlError =>
  new SqlError('22P02', `malformed array literal: "${text}"`);

function readArray(text: string, element: TypeName): readonly Value[] {
  const body = text.trim();
  if (!body.startsWith('{') || !body.endsWith('}')) throw malformed(text);
  const inside = body.slice(1, -1);
  if (inside.trim() === '') return [];
  if (inside.includes('{') && !inside.includes('"')) throw missing('array of arrays');
  return items(inside, text).map((item) => (item === null ? null : fromText(item, element)));
}

const item = /\s*(?:"((?:[^"\\]|\\.)*)"|((?:[^",\\{}]|\\.)+))\s*(,|$)/gsy;

function items(inside: string, whole: string): (string | null)[] {
  const found: (string | null)[] = [];
  item.lastIndex = 0;
  while (item.lastIndex < inside.length) {
    const match = item.exec(inside);
    if (!match) throw malformed(whole);
    const plain = match[2]?.trim();
    const value = match[1] ?? plain ?? '';
    if (plain?.length === 4 && plain.toUpperCase() === 'NULL') found.push(null);
    else found.push(value.includes('\\') ? value.replaceAll(/\\(.)/gs, '$1') : value);
    if (match[3] === ',' && item.lastIndex === inside.length) throw malformed(whole);
  }
  return found;
}
