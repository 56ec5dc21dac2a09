import type { FieldDef, QueryResult, QueryResultRow } from 'pg';
import types from 'pg-types';
import type { Answer, Language } from '../language.port.js';
import type { Column, Value } from '../values.js';

/** OIDs of `pg_type` by name. */
const oids: Readonly<Record<string, number>> = {
  ...{ bool: 16, bytea: 17, char: 18, name: 19, int8: 20, int2: 21, int4: 23, text: 25, oid: 26 },
  ...{ tid: 27, xid: 28, json: 114, float4: 700, float8: 701, unknown: 705, bpchar: 1042 },
  ...{ varchar: 1043, date: 1082, timestamp: 1114, timestamptz: 1184, interval: 1186 },
  ...{ numeric: 1700, uuid: 2950, jsonb: 3802, xid8: 5069, pg_snapshot: 5038, record: 2249 },
  ...{ regclass: 2205, regproc: 24, regnamespace: 4089, void: 2278 },
  ...{ _bool: 1000, _int2: 1005, _int4: 1007, _int8: 1016, _text: 1009, _varchar: 1015 },
  ...{ _uuid: 2951, _json: 199, _jsonb: 3807, _float8: 1022, _numeric: 1231, _xid8: 271 },
  ...{ _timestamptz: 1185, _timestamp: 1115, _date: 1182, _name: 1003, _bytea: 1001 },
};

export const oidOf = (type: string): number => oids[type] ?? (type.startsWith('_') ? 2287 : 2249);

type Parse = (value: Exclude<Value, null>) => unknown;

const same: Parse = (value) => value;
const asText: Parse = (value) => `${value as string | bigint}`;

/** Types whose value in JavaScript is near: the result is what pg-types reads from the text of the server. */
const shortcuts: Readonly<Record<string, Parse>> = {
  ...{ bool: same, int2: same, int4: same, oid: same, float4: same, float8: same },
  ...{ text: same, varchar: same, name: same, uuid: same, unknown: same },
  ...{ int8: asText, xid8: asText },
  json: (value) => JSON.parse(value as string) as unknown,
  timestamptz: (value) => new Date(Number((value as bigint) / 1000n)),
};

function parseOf(type: string, language: Language): Parse {
  const shortcut = shortcuts[type];
  if (shortcut) return shortcut;
  const parse = types.getTypeParser(oidOf(type)) as (text: string) => unknown;
  return (value) => parse(language.toText(value, type));
}

interface Reader {
  readonly fields: FieldDef[];
  readonly parsers: readonly Parse[];
}

const readers = new WeakMap<readonly Column[], Reader>();

function readerOf(columns: readonly Column[], language: Language): Reader {
  let reader = readers.get(columns);
  if (reader === undefined) {
    reader = {
      fields: columns.map(fieldOf),
      parsers: columns.map(({ type }) => parseOf(type, language)),
    };
    readers.set(columns, reader);
  }
  return reader;
}

const fieldOf = ({ name, type }: Column): FieldDef => ({
  ...{ name, dataTypeID: oidOf(type), tableID: 0, columnID: 0 },
  ...{ dataTypeSize: -1, dataTypeModifier: -1, format: 'text' },
});

/** Commands with a number of rows; for others node-pg has null. */
const counting = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE', 'FETCH', 'COPY']);

/** An answer in the form of node-pg's results. */
export function resultOf(answer: Answer, language: Language): QueryResult {
  const { fields, parsers } = readerOf(answer.columns, language);
  const rows = answer.rows.map((row) => {
    const read: QueryResultRow = {};
    for (let at = 0; at < fields.length; at += 1) {
      const value = row[at] ?? null;
      read[fields[at]?.name ?? ''] = value === null ? null : parsers[at]?.(value);
    }
    return read;
  });
  // CREATE TABLE and the like: node-pg keeps the first word.
  const command = answer.command.split(' ')[0] ?? '';
  const rowCount = counting.has(command) ? answer.count : null;
  return { command, rowCount, oid: 0, fields, rows };
}
