import { faultCountMax } from './fault-limit.js';
import { type Finding, formatError } from './finding.js';
import { isJsonObject, type JsonObject } from './json-object.js';
import type { BodyPath } from './json-pointer.js';
import type { JsonSchema } from './object-schema.js';

/** The part of a body that its schema has a place for, and the members it has none for. */
export interface KnownPart {
  readonly value: unknown;
  readonly unknownMembers: readonly Finding[];
}

/**
 * Copies what a schema knows of a body. The copy is never larger than the schema allows by much:
 * a list is cut one element after its bound, and an object or list in the place of anything else
 * loses its content. Unknown members are refused, since a misspelt one must not be dropped silently.
 */
export function knownPart(schema: JsonSchema, body: unknown): KnownPart {
  const unknownMembers: Finding[] = [];
  const value = copied(schema, body, [], unknownMembers);
  return { value, unknownMembers };
}

function copied(schema: JsonSchema, value: unknown, at: BodyPath, unknown: Finding[]): unknown {
  if (Array.isArray(value)) return copiedList(schema, value, at, unknown);
  if (!isJsonObject(value)) return value;
  return schema.properties === undefined ? {} : copiedObject(schema.properties, value, at, unknown);
}

function copiedList(
  { items, maxItems }: JsonSchema,
  list: readonly unknown[],
  at: BodyPath,
  unknown: Finding[],
): unknown[] {
  if (items === undefined || maxItems === undefined) return [];
  return list
    .slice(0, maxItems + 1)
    .map((element, index) => copied(items, element, [...at, index], unknown));
}

function copiedObject(
  properties: Readonly<Record<string, JsonSchema>>,
  value: JsonObject,
  at: BodyPath,
  unknown: Finding[],
): JsonObject {
  const copy: JsonObject = {};
  for (const [name, member] of Object.entries(value)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (schema !== undefined) copy[name] = copied(schema, member, [...at, name], unknown);
    else if (unknown.length < faultCountMax) {
      unknown.push(formatError([...at, name], 'member.unknown'));
    }
  }
  return copy;
}
