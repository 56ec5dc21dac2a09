import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { ValidationError } from 'class-validator';
import type { CheckReport } from '../../base/fields/field.js';
import { objectSchema } from '../../base/fields/object-schema.js';
import type { BodyClass } from '../../base/fields/object-schema.js';
import { isJsonObject } from '../../base/json/json-value.js';
import type { BodyPath } from '../../base/json/json-value.js';
import { formatFault } from './fault.js';
import type { BodyFault } from './fault.js';
import { knownPart } from './known-part.js';

/** What class-validator says about a body, and the instance it looked at. */
export interface SchemaFaults {
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
