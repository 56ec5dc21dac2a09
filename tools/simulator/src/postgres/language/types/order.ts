import type { Interval, JsonValue, TypeName, Value } from '../../values.js';
import { missing } from '../tree.js';
import { intervalMicros } from './interval.js';
import { jsonbText } from './json-text.js';
import { compareText } from './text-order.js';
import { toText } from './text-out.js';
import { elementOf, fieldsOf, isArray } from './type-names.js';

type Present = Exclude<Value, null>;

/** Negative, zero or positive, as `Array.sort` wants it. */
export type Compare = (left: Present, right: Present) => number;

const texts: Compare = (left, right) => compareText(left as string, right as string);

const plain: Compare = (left, right) => (left < right ? -1 : left > right ? 1 : 0);

/** NaN is equal to itself and greater than all others. */
const reals: Compare = (left, right) => {
  if (Number.isNaN(left)) return Number.isNaN(right) ? 0 : 1;
  return Number.isNaN(right) ? -1 : plain(left, right);
};

const lengths: Compare = (left, right) =>
  plain(intervalMicros(left as Interval), intervalMicros(right as Interval));

const places: Compare = (left, right) => {
  const numbers = (text: Present): number[] => (text as string).slice(1, -1).split(',').map(Number);
  const [[block = 0, line = 0], [otherBlock = 0, otherLine = 0]] = [numbers(left), numbers(right)];
  return block - otherBlock || line - otherLine;
};

const documents: Compare = (left, right) => {
  const [a, b] = [jsonbText(left as JsonValue), jsonbText(right as JsonValue)];
  if (a === b) return 0;
  const [one, other] = [(left as JsonValue).json, (right as JsonValue).json];
  if (typeof one === 'string' && typeof other === 'string') return compareText(one, other);
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return compareText(a, b);
};

const byType: Readonly<Record<TypeName, Compare>> = {
  bool: plain,
  int2: plain,
  int4: plain,
  oid: plain,
  int8: plain,
  xid8: plain,
  numeric: reals,
  float4: reals,
  float8: reals,
  timestamptz: plain,
  timestamp: plain,
  date: plain,
  text: texts,
  varchar: texts,
  bpchar: texts,
  char: texts,
  name: texts,
  unknown: texts,
  uuid: plain,
  regclass: texts,
  interval: lengths,
  tid: places,
  jsonb: documents,
  bytea: (left, right) => Buffer.compare(left as Buffer, right as Buffer),
};

/** The order of the values of a type. Throws 0A000 for types without one. */
export function compareOf(type: TypeName): Compare {
  const found = byType[type];
  if (found) return found;
  if (isArray(type)) return arrays(compareOf(elementOf(type)));
  const fields = fieldsOf(type);
  if (fields) return records(fields.map((field) => compareOf(field.type)));
  throw missing(`order of type ${type}`);
}

/** In rows and arrays two nulls are equal, and a null is greater than everything else. */
export function withNulls(compare: Compare): (left: Value, right: Value) => number {
  return (left, right) => {
    if (left === null) return right === null ? 0 : 1;
    return right === null ? -1 : compare(left, right);
  };
}

function arrays(element: Compare): Compare {
  const compare = withNulls(element);
  return (left, right) => {
    const [a, b] = [left as readonly Value[], right as readonly Value[]];
    for (let at = 0; at < a.length && at < b.length; at++) {
      const sign = compare(a[at] ?? null, b[at] ?? null);
      if (sign !== 0) return sign;
    }
    return a.length - b.length;
  };
}

function records(fields: readonly Compare[]): Compare {
  const compares = fields.map(withNulls);
  return (left, right) => {
    const [a, b] = [left as readonly Value[], right as readonly Value[]];
    for (const [at, compare] of compares.entries()) {
      const sign = compare(a[at] ?? null, b[at] ?? null);
      if (sign !== 0) return sign;
    }
    return 0;
  };
}

/** Whether two present values are equal. Throws 0A000 for json, which has no equality. */
export function equalOf(type: TypeName): (left: Present, right: Present) => boolean {
  const compare = compareOf(type);
  const isPrimitive = compare === plain || compare === texts;
  return isPrimitive ? (a, b) => a === b : (a, b) => compare(a, b) === 0;
}

/** A key that two lists of values share only when they are equal; nulls are equal to each other. */
export function keyOf(types: readonly TypeName[]): (values: readonly Value[]) => string {
  const parts = types.map(keyPart);
  return (values) => {
    let key = '';
    for (let at = 0; at < parts.length; at++) {
      const value = values[at] ?? null;
      const text = value === null ? '' : (parts[at]?.(value) ?? '');
      key += value === null ? 'n;' : `${String(text.length)}:${text};`;
    }
    return key;
  };
}

function keyPart(type: TypeName): (value: Present) => string {
  if (type === 'interval') return (value) => String(intervalMicros(value as Interval));
  if (type === 'json') throw missing('equality of json');
  return (value) => (typeof value === 'string' ? value : toText(value, type));
}
