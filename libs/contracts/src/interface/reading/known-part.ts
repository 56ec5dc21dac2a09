import type { JsonSchema } from '../../base/fields/object-schema.js';
import { isJsonObject } from '../../base/json/json-value.js';
import type { BodyPath, JsonObject } from '../../base/json/json-value.js';
import { faultCountMax, formatFault } from './fault.js';
import type { BodyFault } from './fault.js';

/** The part of a body that its schema knows, and the unknown members. */
export interface KnownPart {
  readonly value: unknown;
  readonly unknownMembers: readonly BodyFault[];
}

/**
 * Copies the part of a body that its schema knows. The size of the copy is bounded: a list is cut one
 * element after its bound, and an object or list in the place of another type loses its content.
 * Unknown members are faults: the bank must not ignore a misspelt member. One more than an answer names
 * is found, so that the answer can say that it was cut.
 */
export function knownPart(schema: JsonSchema, body: unknown): KnownPart {
  const unknownMembers: BodyFault[] = [];
  const value = copied(schema, body, [], unknownMembers);
  return { value, unknownMembers };
}

function copied(schema: JsonSchema, value: unknown, at: BodyPath, unknown: BodyFault[]): unknown {
  if (Array.isArray(value)) return copiedList(schema, value, at, unknown);
  if (!isJsonObject(value)) return value;
  return schema.properties === undefined ? {} : copiedObject(schema.properties, value, at, unknown);
}

function copiedList(
  { items, maxItems }: JsonSchema,
  list: readonly unknown[],
  at: BodyPath,
  unknown: BodyFault[],
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
  unknown: BodyFault[],
): JsonObject {
  const copy: JsonObject = {};
  for (const [name, member] of Object.entries(value)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (schema !== undefined) copy[name] = copied(schema, member, [...at, name], unknown);
    else if (unknown.length <= faultCountMax) {
      unknown.push(formatFault([...at, name], 'member.unknown'));
    }
  }
  return copy;
}
