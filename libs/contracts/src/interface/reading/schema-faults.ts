import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { ValidationError } from 'class-validator';
import type { JsonSchema, BodyClass } from '../../base/fields/object-schema.js';
import { objectSchema } from '../../base/fields/object-schema.js';
import { isJsonObject } from '../../base/json/json-value.js';
import type { BodyPath, JsonObject } from '../../base/json/json-value.js';
import { faultCountMax, formatFault } from './fault.js';
import type { BodyFault } from './fault.js';
import type { CheckReport } from '../../base/fields/field.js';

/** The part of a body that its schema knows, and the unknown members. */
interface KnownPart {
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

/** What class-validator says about a body, and the instance it looked at. */
interface SchemaFaults {
  readonly instance: object;
  readonly faults: readonly BodyFault[];
}

/**
 * Judges a body by the decorators of its class: at most one fault for each place, the first check
 * that failed. This is the slow path; it says what is wrong where the compiled schema says only that.
 */
export function schemaFaults(bodyClass: BodyClass, body: unknown): SchemaFaults {
  if (!isJsonObject(body)) return { instance: {}, faults: [formatFault([], 'json.notObject')] };
  const { value, unknownMembers } = knownPart(objectSchema(bodyClass), body);
  const instance = plainToInstance(bodyClass, value as object);
  const errors = validateSync(instance);
  return { instance, faults: [...faultsOf(errors, []), ...unknownMembers] };
}

function faultsOf(errors: readonly ValidationError[], at: BodyPath): BodyFault[] {
  return inFieldOrder(errors).flatMap((error) => {
    const path = [...at, Array.isArray(error.target) ? Number(error.property) : error.property];
    const report = firstReport(error);
    if (report === undefined) return faultsOf(error.children ?? [], path);
    if (report.elementCheck === undefined) return [faultOf(error, report, path)];
    return elementFaults(error, report.elementCheck, path);
  });
}

/** class-validator lists the checks of a derived class before those of its base. */
function inFieldOrder(errors: readonly ValidationError[]): ValidationError[] {
  const fields = Object.keys(errors[0]?.target ?? {});
  return errors.toSorted((a, b) => fields.indexOf(a.property) - fields.indexOf(b.property));
}

function firstReport({ constraints = {}, contexts }: ValidationError): CheckReport | undefined {
  const [first] = Object.keys(constraints);
  const reports: Readonly<Record<string, CheckReport>> = contexts ?? {};
  return first === undefined ? undefined : reports[first];
}

function faultOf({ value }: ValidationError, report: CheckReport, at: BodyPath): BodyFault {
  if (value === undefined) return formatFault(at, 'member.required');
  const dynamic = typeof value === 'string' ? report.paramsOf?.(value) : undefined;
  return formatFault(at, report.rule, { ...report.params, ...dynamic });
}

function elementFaults(
  { value, children = [] }: ValidationError,
  elementCheck: NonNullable<CheckReport['elementCheck']>,
  at: BodyPath,
): BodyFault[] {
  const list = value as readonly unknown[];
  const own = list.flatMap((element, index) => {
    const fault = elementCheck(element, index, list);
    return fault === undefined ? [] : [formatFault([...at, index], fault.rule, fault.params)];
  });
  return [...own, ...faultsOf(children, at)];
}
