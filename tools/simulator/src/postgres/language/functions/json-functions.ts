import type { JsonValue, TypeName, Value } from '../../values.js';
import { SqlError } from '../../values.js';
import { jsonString } from '../types/json-text.js';
import { jsonbMakerOf, jsonWriterOf } from '../types/json-values.js';
import { textOf } from '../types/casts.js';
import type { Call } from './builtin.js';
import { bound, builtin } from './builtin.js';

const jsonOf = (value: Value | undefined): unknown => (value as JsonValue).json;

function keyed(types: readonly TypeName[]): (values: readonly Value[], at: number) => string {
  const writers = types.map((type) => textOf(type));
  return (values, at) => {
    const key = values[at] ?? null;
    if (key === null) throw new SqlError('22004', 'null value not allowed for object key');
    return writers[at]?.(key) as string;
  };
}

function evenArguments(types: readonly TypeName[]): void {
  if (types.length % 2 !== 0) {
    throw new SqlError('22023', 'argument list must have even number of elements');
  }
}

function jsonbObject(types: readonly TypeName[]): Call {
  evenArguments(types);
  const makers = types.map((type) => jsonbMakerOf(type));
  const key = keyed(types);
  return (values) => {
    const json: Record<string, unknown> = {};
    for (let at = 0; at < values.length; at += 2) {
      json[key(values, at)] = makers[at + 1]?.(values[at + 1] ?? null);
    }
    return { json };
  };
}

function jsonObject(types: readonly TypeName[]): Call {
  evenArguments(types);
  const writers = types.map((type) => jsonWriterOf(type));
  const key = keyed(types);
  return (values) => {
    const parts: string[] = [];
    for (let at = 0; at < values.length; at += 2) {
      parts.push(
        `${jsonString(key(values, at))} : ${writers[at + 1]?.(values[at + 1] ?? null) ?? ''}`,
      );
    }
    return `{${parts.join(', ')}}`;
  };
}

function arrayLength(json: unknown): number {
  if (!Array.isArray(json)) throw new SqlError('22023', 'cannot get array length of a non-array');
  return json.length;
}

function set(json: unknown, path: readonly string[], value: unknown, isCreated: boolean): unknown {
  const [step = '', ...rest] = path;
  const inside = (part: unknown): unknown =>
    rest.length === 0 ? value : set(part, rest, value, isCreated);
  const isAdded = isCreated && rest.length === 0;
  if (Array.isArray(json)) return setItem(json as unknown[], Number(step), inside, isAdded);
  if (json === null || typeof json !== 'object') return json;
  const object = json as Readonly<Record<string, unknown>>;
  if (!Object.hasOwn(object, step) && !isAdded) return json;
  return { ...object, [step]: inside(object[step]) };
}

function setItem(
  items: readonly unknown[],
  step: number,
  inside: (part: unknown) => unknown,
  isAdded: boolean,
): unknown {
  const at = step < 0 ? items.length + step : step;
  if (at >= items.length) return isAdded ? [...items, inside(undefined)] : items;
  return items.map((item, place) => (place === at ? inside(item) : item));
}

function stripped(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(stripped);
  if (json === null || typeof json !== 'object') return json;
  const kept = Object.entries(json).filter(([, value]) => value !== null);
  return Object.fromEntries(kept.map(([key, value]) => [key, stripped(value)]));
}

function jsonbType(json: unknown): string {
  if (json === null) return 'null';
  return Array.isArray(json) ? 'array' : typeof json;
}

export const jsonFunctions = [
  bound('to_json(any) json', ([type = 'text']) => {
    const write = jsonWriterOf(type);
    return ([value]) => write(value ?? null);
  }),
  bound('to_jsonb(any) jsonb', ([type = 'text']) => {
    const make = jsonbMakerOf(type);
    return ([value]) => ({ json: make(value ?? null) });
  }),
  bound('row_to_json(any) json', ([type = 'text']) => {
    const write = jsonWriterOf(type);
    return ([value]) => write(value ?? null);
  }),
  bound('jsonb_build_object(...any) jsonb', jsonbObject, { isStrict: false }),
  bound('json_build_object(...any) json', jsonObject, { isStrict: false }),
  bound(
    'jsonb_build_array(...any) jsonb',
    (types) => {
      const makers = types.map((type) => jsonbMakerOf(type));
      return (values) => ({ json: values.map((value, at) => makers[at]?.(value)) });
    },
    { isStrict: false },
  ),
  bound(
    'json_build_array(...any) json',
    (types) => {
      const writers = types.map((type) => jsonWriterOf(type));
      return (values) => `[${values.map((value, at) => writers[at]?.(value)).join(', ')}]`;
    },
    { isStrict: false },
  ),
  builtin('jsonb_array_length(jsonb) int4', ([value]) => arrayLength(jsonOf(value))),
  builtin('json_array_length(json) int4', ([value]) => arrayLength(JSON.parse(value as string))),
  builtin('jsonb_set(jsonb, _text, jsonb) jsonb', ([json, path, value]) => ({
    json: set(jsonOf(json), path as string[], jsonOf(value), true),
  })),
  builtin('jsonb_set(jsonb, _text, jsonb, bool) jsonb', ([json, path, value, isCreated]) => ({
    json: set(jsonOf(json), path as string[], jsonOf(value), isCreated === true),
  })),
  builtin('jsonb_strip_nulls(jsonb) jsonb', ([json]) => ({ json: stripped(jsonOf(json)) })),
  builtin('jsonb_typeof(jsonb) text', ([json]) => jsonbType(jsonOf(json))),
  builtin('json_typeof(json) text', ([json]) => jsonbType(JSON.parse(json as string))),
];
