import { frameworkMembersOf } from '../../base/fields/framework.js';
import type { FrameworkMembers, NestedField, Spelling } from '../../base/fields/framework.js';
import { objectSchema } from '../../base/fields/object-schema.js';
import type { BodyClass } from '../../base/fields/object-schema.js';
import { isJsonObject } from '../../base/json/json-value.js';
import type { BodyPath, JsonObject } from '../../base/json/json-value.js';
import { formatFault } from './fault.js';
import type { BodyFault } from './fault.js';
import { schemaFaults } from './schema-faults.js';

/** A body whose members have the names of its class, and what was noticed on the way. */
export interface RespelledBody {
  readonly value: unknown;
  /** Faults of members that have no place in `value`. They stand at their places in the sent body. */
  readonly faults: readonly BodyFault[];
  /** Warnings, at their places in the sent body. */
  readonly warnings: readonly BodyFault[];
  /** Places in `value` whose sent value was refused. */
  readonly refused: readonly BodyPath[];
  /** The place in the sent body of a place in `value`. */
  readonly sentPlace: (at: BodyPath) => BodyPath;
}

/**
 * Renames the members of a body that are spelt as in the Berlin Group framework, and drops the
 * framework's members without effect (docs/reference/framework-spellings.md). The sent body stays
 * unchanged. A member that is sent in both spellings is a fault at the framework's spelling.
 */
export function respelled(bodyClass: BodyClass, json: unknown): RespelledBody {
  const notes: Notes = { faults: [], warnings: [], refused: [], places: new Map() };
  const value = respelledObject(bodyClass, json, [], notes);
  const { faults, warnings, refused, places } = notes;
  return { value, faults, warnings, refused, sentPlace: (at) => sentPlace(at, places) };
}

interface Notes {
  readonly faults: BodyFault[];
  readonly warnings: BodyFault[];
  readonly refused: BodyPath[];
  /** Sent places by the JSON of their place in the value. */
  readonly places: Map<string, BodyPath>;
}

const known = new Map<BodyClass, FrameworkMembers>();

/** What a class declares; read once, because reflection is slow. */
function membersOf(bodyClass: BodyClass): FrameworkMembers {
  const members = known.get(bodyClass) ?? frameworkMembersOf(bodyClass);
  known.set(bodyClass, members);
  return members;
}

function respelledObject(bodyClass: BodyClass, json: unknown, at: BodyPath, notes: Notes): unknown {
  if (!isJsonObject(json)) return json;
  const { spellings, nested, withoutEffect, unsupported } = membersOf(bodyClass);
  const body = { ...json };
  for (const [name, rule] of Object.entries(unsupported)) refuse(body, name, rule, at, notes);
  for (const members of withoutEffect) drop(members, body, at, notes);
  for (const spelling of spellings) rename(spelling, body, at, notes);
  for (const field of nested) descend(field, body, at, notes);
  return body;
}

function refuse(
  body: JsonObject,
  name: string,
  rule: Parameters<typeof formatFault>[1],
  at: BodyPath,
  { faults }: Notes,
): void {
  if (!Object.hasOwn(body, name)) return;
  Reflect.deleteProperty(body, name);
  faults.push(formatFault([...at, name], rule, { member: name }));
}

function drop(members: BodyClass, body: JsonObject, at: BodyPath, notes: Notes): void {
  const names = Object.keys(objectSchema(members).properties ?? {});
  const sent = names.filter((name) => Object.hasOwn(body, name));
  if (sent.length === 0) return;
  const part = Object.fromEntries(sent.map((name) => [name, body[name]]));
  const faults = schemaFaults(members, part).faults.map((one) => ({
    ...one,
    at: [...at, ...one.at],
  }));
  notes.faults.push(...faults);
  for (const name of sent) {
    Reflect.deleteProperty(body, name);
    if (faults.some((one) => one.at[at.length] === name)) continue;
    notes.warnings.push(formatFault([...at, name], 'member.withoutEffect', { member: name }));
  }
}

function rename(
  { name, field, convert }: Spelling,
  body: JsonObject,
  at: BodyPath,
  { faults, warnings, refused, places }: Notes,
): void {
  if (!Object.hasOwn(body, name)) return;
  const converted = convert === undefined ? { value: body[name] } : convert(body[name]);
  if (converted === undefined) return;
  Reflect.deleteProperty(body, name);
  const sent = [...at, name];
  if (Object.hasOwn(body, field)) {
    faults.push(formatFault(sent, 'member.spelledTwice', { member: field }));
  } else if ('rule' in converted) {
    faults.push(formatFault(sent, converted.rule, converted.params));
    refused.push([...at, field]);
  } else {
    const { value, from = [], to = [], warning } = converted;
    body[field] = value;
    places.set(JSON.stringify([...at, field]), sent);
    places.set(JSON.stringify([...at, field, ...to]), [...sent, ...from]);
    if (warning !== undefined) warnings.push(formatFault(sent, warning));
  }
}

function descend(
  { field, bodyClass, countMax }: NestedField,
  body: JsonObject,
  at: BodyPath,
  notes: Notes,
): void {
  if (!Object.hasOwn(body, field)) return;
  const value = body[field];
  const place = [...at, field];
  if (countMax === undefined) {
    body[field] = respelledObject(bodyClass, value, place, notes);
  } else if (Array.isArray(value) && value.length <= countMax) {
    const list: readonly unknown[] = value;
    body[field] = list.map((one, index) =>
      respelledObject(bodyClass, one, [...place, index], notes),
    );
  }
}

function sentPlace(at: BodyPath, places: ReadonlyMap<string, BodyPath>): BodyPath {
  if (places.size === 0) return at;
  for (let length = at.length; length > 0; length -= 1) {
    const sent = places.get(JSON.stringify(at.slice(0, length)));
    if (sent !== undefined) return [...sent, ...at.slice(length)];
  }
  return at;
}
