import type { Column, Interval, JsonValue, Row, TypeName, Value } from '../../values.js';
import { SqlError } from '../../values.js';
import { missing } from '../tree.js';
import { addInterval } from '../types/date-time.js';
import { jsonbAsText, jsonAsText } from '../types/json-operators.js';
import { jsonParts } from '../types/json-text.js';
import { populatedRows } from '../types/json-values.js';
import { elementOf, fieldsOf } from '../types/type-names.js';
import type { Signature } from './overloads.js';

/** A function of PostgreSQL that returns rows. */
export interface SetFunction extends Signature {
  readonly name: string;
  readonly isStrict: boolean;
  readonly isScalar: boolean;
  readonly columns: (types: readonly TypeName[]) => readonly Column[];
  readonly bindRows: (types: readonly TypeName[]) => (values: readonly Value[]) => readonly Row[];
}

type Rows = (values: readonly Value[]) => readonly Row[];

function scalar(
  name: string,
  args: readonly TypeName[],
  type: TypeName,
  items: (values: readonly Value[]) => readonly Value[],
): SetFunction {
  const rows: Rows = (values) => items(values).map((item) => [item]);
  const columns = [{ name, type }];
  return {
    name,
    args,
    isVariadic: false,
    isStrict: true,
    isScalar: true,
    columns: () => columns,
    bindRows: () => rows,
  };
}

/** Several arrays side by side; a shorter one ends in nulls. */
function zipped(values: readonly Value[]): readonly Row[] {
  const arrays = values.map((value) => (value ?? []) as readonly Value[]);
  let length = 0;
  for (const array of arrays) length = Math.max(length, array.length);
  const rows: Row[] = [];
  for (let at = 0; at < length; at++) rows.push(arrays.map((array) => array[at] ?? null));
  return rows;
}

const unnest: SetFunction = {
  name: 'unnest',
  args: ['anyarray'],
  isVariadic: true,
  isStrict: false,
  isScalar: true,
  columns: (types) => {
    const [only] = types;
    const fields = types.length === 1 && only !== undefined ? fieldsOf(elementOf(only)) : undefined;
    return fields ?? types.map((type) => ({ name: 'unnest', type: elementOf(type) }));
  },
  bindRows: (types) => {
    const isOfRows = types.length === 1 && fieldsOf(elementOf(types[0] ?? '')) !== undefined;
    return isOfRows ? ([rows]) => (rows ?? []) as unknown as readonly Row[] : zipped;
  },
};

/** A series longer than any statement needs is a mistake. */
const seriesMax = 1_000_000;

function series<T extends Value>(
  from: T,
  isWithin: (value: T) => boolean,
  next: (value: T) => T,
): T[] {
  const found: T[] = [];
  for (let at = from; isWithin(at); at = next(at)) {
    if (found.length >= seriesMax) throw missing('series of more than a million values');
    found.push(at);
  }
  return found;
}

function ofNumbers(type: TypeName): SetFunction[] {
  const make = (values: readonly Value[]): readonly Value[] => {
    const [from = 0n, to = 0n, step = 1n] = values.map((value) => BigInt(value as number | bigint));
    if (step === 0n) throw new SqlError('22023', 'step size cannot equal zero');
    const found = series(
      from,
      (at) => (step > 0n ? at <= to : at >= to),
      (at) => at + step,
    );
    return type === 'int8' ? found : found.map(Number);
  };
  const two = scalar('generate_series', [type, type], type, make);
  return [two, scalar('generate_series', [type, type, type], type, make)];
}

const ofTimes = scalar(
  'generate_series',
  ['timestamptz', 'timestamptz', 'interval'],
  'timestamptz',
  ([from, to, step]) =>
    series(
      from as bigint,
      (at) => at <= (to as bigint),
      (at) => addInterval(at, step as Interval),
    ),
);

const subscripts = scalar('generate_subscripts', ['anyarray', 'int4'], 'int4', ([array]) =>
  (array as readonly Value[]).map((_item, at) => at + 1),
);

function arrayOfJsonb(value: Value | undefined): readonly unknown[] {
  const { json } = value as JsonValue;
  if (!Array.isArray(json))
    throw new SqlError('22023', 'cannot extract elements from a scalar or an object');
  return json;
}

function arrayOfJson(value: Value | undefined): readonly string[] {
  const parts = jsonParts(value as string);
  if (!parts || (value as string).trimStart().startsWith('{')) {
    throw new SqlError('22023', 'cannot call json_array_elements on a scalar or an object');
  }
  return parts.map(({ text }) => text);
}

const named = (made: SetFunction, name: string): SetFunction => {
  const [only] = made.columns([]);
  const columns = [{ name, type: only?.type ?? 'text' }];
  return { ...made, columns: () => columns };
};

const elements = [
  scalar('jsonb_array_elements', ['jsonb'], 'jsonb', ([value]) =>
    arrayOfJsonb(value).map((json) => ({ json })),
  ),
  scalar('jsonb_array_elements_text', ['jsonb'], 'text', ([value]) =>
    arrayOfJsonb(value).map(jsonbAsText),
  ),
  scalar('json_array_elements', ['json'], 'json', ([value]) => arrayOfJson(value)),
  scalar('json_array_elements_text', ['json'], 'text', ([value]) =>
    arrayOfJson(value).map(jsonAsText),
  ),
].map((made) => named(made, 'value'));

const keys = scalar('jsonb_object_keys', ['jsonb'], 'text', ([value]) =>
  Object.keys((value as JsonValue).json as object),
);

const recordset: SetFunction = {
  name: 'json_populate_recordset',
  args: ['anyrecord', 'json'],
  isVariadic: false,
  isStrict: false,
  isScalar: false,
  columns: ([type = 'record']) => fieldsOf(type) ?? [],
  bindRows:
    ([type = 'record']) =>
    ([, json]) =>
      json === null ? [] : populatedRows(json as string, type),
};

/** The functions that return rows, by name. */
export const setFunctions: ReadonlyMap<string, readonly SetFunction[]> = Map.groupBy(
  [
    unnest,
    ...ofNumbers('int4'),
    ...ofNumbers('int8'),
    ofTimes,
    subscripts,
    ...elements,
    keys,
    recordset,
  ],
  ({ name }) => name,
);
