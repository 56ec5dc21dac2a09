import type { JsonValue, TypeName, Value } from '../../values.js';
import type { Operation } from './operation.js';
import { SqlError } from '../../values.js';
import { jsonPart, jsonbText } from './json-text.js';
import { numberRank } from './type-names.js';

type Object = Readonly<Record<string, unknown>>;

/** A member of an object or an element of an array of jsonb; undefined when there is none. */
function member(json: unknown, key: Value): unknown {
  if (Array.isArray(json)) {
    const at = typeof key === 'string' ? (/^-?\d+$/.test(key) ? Number(key) : NaN) : Number(key);
    return Number.isNaN(at) ? undefined : (json as unknown[]).at(at);
  }
  if (typeof key !== 'string' || json === null || typeof json !== 'object') return undefined;
  return Object.hasOwn(json, key) ? (json as Object)[key] : undefined;
}

/** A key that is a text finds no element of an array, unlike a step of a path. */
const child = (json: unknown, key: Value): unknown =>
  Array.isArray(json) && typeof key === 'string' ? undefined : member(json, key);

const wrapped = (json: unknown): Value => (json === undefined ? null : { json });

/** A part of jsonb as text: a string without quotes, null as null. */
export function jsonbAsText(json: unknown): string | null {
  if (json === undefined || json === null) return null;
  return typeof json === 'string' ? json : jsonbText({ json });
}

/** A part of a JSON text as text. */
export function jsonAsText(part: string | undefined): string | null {
  if (part === undefined || part === 'null') return null;
  return part.startsWith('"') ? (JSON.parse(part) as string) : part;
}

function alongText(text: string, path: readonly Value[]): string | undefined {
  let at: string | undefined = text.trim();
  for (const step of path) {
    if (at === undefined || step === null) return undefined;
    at = at.startsWith('[') ? jsonPart(at, Number(step)) : jsonPart(at, step as string);
  }
  return at;
}

function along(json: unknown, path: readonly Value[]): unknown {
  let at: unknown = json;
  for (const step of path) {
    if (step === null) return undefined;
    at = member(at, step);
  }
  return at;
}

const jsonOf = (value: Value): unknown => (value as JsonValue).json;

const onJsonb: Readonly<Record<string, Operation>> = {
  '->': { type: 'jsonb', act: (a, key) => wrapped(child(jsonOf(a), key)) },
  '->>': { type: 'text', act: (a, key) => jsonbAsText(child(jsonOf(a), key)) },
  '#>': { type: 'jsonb', act: (a, path) => wrapped(along(jsonOf(a), path as Value[])) },
  '#>>': { type: 'text', act: (a, path) => jsonbAsText(along(jsonOf(a), path as Value[])) },
  '?': { type: 'bool', act: (a, key) => hasKey(jsonOf(a), key as string) },
  '?|': {
    type: 'bool',
    act: (a, keys) => (keys as string[]).some((key) => hasKey(jsonOf(a), key)),
  },
  '?&': {
    type: 'bool',
    act: (a, keys) => (keys as string[]).every((key) => hasKey(jsonOf(a), key)),
  },
  '@>': { type: 'bool', act: (a, b) => contains(jsonOf(a), jsonOf(b), true) },
  '<@': { type: 'bool', act: (a, b) => contains(jsonOf(b), jsonOf(a), true) },
  '||': { type: 'jsonb', act: (a, b) => ({ json: merged(jsonOf(a), jsonOf(b)) }) },
};

const onJson: Readonly<Record<string, Operation>> = {
  '->': { type: 'json', act: (a, key) => jsonPart(a as string, jsonKey(key)) ?? null },
  '->>': { type: 'text', act: (a, key) => jsonAsText(jsonPart(a as string, jsonKey(key))) },
  '#>': { type: 'json', act: (a, path) => alongText(a as string, path as Value[]) ?? null },
  '#>>': { type: 'text', act: (a, path) => jsonAsText(alongText(a as string, path as Value[])) },
};

const jsonKey = (key: Value): string | number => (typeof key === 'string' ? key : Number(key));

/** The operators of json and jsonb. */
export function jsonOperator(name: string, left: TypeName, right: TypeName): Operation | undefined {
  if (left === 'json') return onJson[name];
  if (name !== '-') return onJsonb[name];
  if (numberRank(right) >= 0) return undefined;
  return {
    type: 'jsonb',
    act: (a, key) => ({ json: without(jsonOf(a), key as string | string[]) }),
  };
}

function without(json: unknown, keys: string | readonly string[]): unknown {
  const gone = typeof keys === 'string' ? [keys] : keys;
  if (Array.isArray(json)) return json.filter((item) => !gone.includes(item as string));
  if (json === null || typeof json !== 'object')
    throw new SqlError('22023', 'cannot delete from scalar');
  return Object.fromEntries(Object.entries(json).filter(([key]) => !gone.includes(key)));
}

function hasKey(json: unknown, key: string): boolean {
  if (Array.isArray(json)) return json.includes(key);
  if (json !== null && typeof json === 'object') return Object.hasOwn(json, key);
  return json === key;
}

const isObject = (json: unknown): json is Object =>
  json !== null && typeof json === 'object' && !Array.isArray(json);

function contains(whole: unknown, part: unknown, isTop: boolean): boolean {
  if (Array.isArray(whole)) {
    if (!Array.isArray(part)) return isTop && !isObject(part) && whole.includes(part);
    return part.every((item) => whole.some((each) => contains(each, item, false)));
  }
  if (isObject(whole)) {
    if (!isObject(part)) return false;
    return Object.entries(part).every(
      ([key, value]) => Object.hasOwn(whole, key) && contains(whole[key], value, false),
    );
  }
  return whole === part;
}

function merged(left: unknown, right: unknown): unknown {
  if (isObject(left) && isObject(right)) return { ...left, ...right };
  const list = (json: unknown): unknown[] => (Array.isArray(json) ? (json as unknown[]) : [json]);
  return [...list(left), ...list(right)];
}
