import type { JsonValue, TypeName, Value } from '../../values.js';
import { SqlError } from '../../values.js';
import { missing } from '../tree.js';
import { timestampText } from './date-time.js';
import { jsonAsText } from './json-operators.js';
import { jsonParts, jsonString, jsonbText, parseJson } from './json-text.js';
import { fromText } from './text-in.js';
import { writerOf } from './text-out.js';
import { elementOf, fieldsOf, isArray, numberRank } from './type-names.js';

type Present = Exclude<Value, null>;

/** Writes values of a type as JSON text, as `to_json` does. */
export function jsonWriterOf(type: TypeName): (value: Value) => string {
  const write = presentWriter(type);
  return (value) => (value === null ? 'null' : write(value));
}

function presentWriter(type: TypeName): (value: Present) => string {
  if (type === 'bool') return String;
  if (type === 'json') return (value) => value as string;
  if (type === 'jsonb') return (value) => jsonbText(value as JsonValue);
  if (numberRank(type) >= 0) return writerOf(type);
  if (type === 'timestamptz')
    return (value) => jsonString(`${timestampText(value as bigint, 'T')}+00:00`);
  if (type === 'timestamp') return (value) => jsonString(timestampText(value as bigint, 'T'));
  if (isArray(type)) {
    const item = jsonWriterOf(elementOf(type));
    return (value) => `[${(value as readonly Value[]).map(item).join(',')}]`;
  }
  const fields = fieldsOf(type);
  if (fields) return recordWriter(fields);
  const write = writerOf(type);
  return (value) => jsonString(write(value));
}

function recordWriter(
  fields: readonly { name: string; type: TypeName }[],
): (value: Present) => string {
  const writers = fields.map(({ name, type }) => ({
    key: jsonString(name),
    write: jsonWriterOf(type),
  }));
  return (value) => {
    const row = value as readonly Value[];
    return `{${writers.map(({ key, write }, at) => `${key}:${write(row[at] ?? null)}`).join(',')}}`;
  };
}

/** Makes JSON of values of a type, as `to_jsonb` does. */
export function jsonbMakerOf(type: TypeName): (value: Value) => unknown {
  if (type === 'jsonb') return (value) => (value === null ? null : (value as JsonValue).json);
  if (type === 'bool') return (value) => value;
  if (isArray(type)) {
    const item = jsonbMakerOf(elementOf(type));
    return (value) => (value === null ? null : (value as readonly Value[]).map(item));
  }
  const write = jsonWriterOf(type);
  return (value) => parseJson(write(value));
}

/** A part of a JSON text as a value of a type, as `json_populate_recordset` reads it. Throws 22P02 and others. */
export function populated(part: string | undefined, type: TypeName): Value {
  if (part === undefined || part === 'null') return null;
  if (type === 'json') return part;
  if (type === 'jsonb') return { json: parseJson(part) };
  if (isArray(type) && part.startsWith('[')) {
    return (jsonParts(part) ?? []).map(({ text }) => populated(text, elementOf(type)));
  }
  const text = jsonAsText(part);
  return text === null ? null : fromText(text, type);
}

/** The rows of a JSON array of objects, with the columns of a table. Throws 22023. */
export function populatedRows(json: string, type: TypeName): Value[][] {
  const fields = fieldsOf(type);
  if (!fields) throw missing(`rows of type ${type} from JSON`);
  const objects = jsonParts(json);
  if (!objects || json.trimStart().startsWith('{')) {
    throw new SqlError('22023', 'cannot call json_populate_recordset on a non-array');
  }
  return objects.map(({ text }) => {
    const members = new Map((jsonParts(text) ?? []).map((part) => [part.key, part.text]));
    return fields.map((field) => populated(members.get(field.name), field.type));
  });
}
