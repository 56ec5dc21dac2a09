import { plainToInstance } from 'class-transformer';
import { type ValidationError, validateSync } from 'class-validator';
import type { Hint } from './fields/hint.js';
import { type Finding, formatError } from './finding.js';
import { isJsonObject } from './json-object.js';
import type { BodyPath } from './json-pointer.js';
import { knownPart } from './known-part.js';
import { type BodyClass, objectSchema } from './object-schema.js';

/** What class-validator says about a body, and the instance it looked at. */
export interface SchemaFindings {
  readonly instance: object;
  readonly findings: readonly Finding[];
}

/**
 * Judges a body by the decorators of its class: at most one finding for each place, the first check
 * that failed. This is the slow path; it says what is wrong where the compiled schema says only that.
 */
export function schemaFindings(bodyClass: BodyClass, body: unknown): SchemaFindings {
  if (!isJsonObject(body)) return { instance: {}, findings: [formatError([], 'json.notObject')] };
  const { value, unknownMembers } = knownPart(objectSchema(bodyClass), body);
  const instance = plainToInstance(bodyClass, value as object);
  const errors = validateSync(instance, { forbidUnknownValues: true });
  return { instance, findings: [...findingsOf(errors, []), ...unknownMembers] };
}

function findingsOf(errors: readonly ValidationError[], at: BodyPath): Finding[] {
  return inFieldOrder(errors).flatMap((error) => {
    const path = [...at, Array.isArray(error.target) ? Number(error.property) : error.property];
    const hint = firstHint(error);
    if (hint === undefined) return findingsOf(error.children ?? [], path);
    if (hint.elementCheck === undefined) return [findingOf(error, hint, path)];
    return elementFindings(error, hint.elementCheck, path);
  });
}

/** class-validator lists the checks of a derived class before those of its base. */
function inFieldOrder(errors: readonly ValidationError[]): ValidationError[] {
  const fields = Object.keys(errors[0]?.target ?? {});
  return errors.toSorted((a, b) => fields.indexOf(a.property) - fields.indexOf(b.property));
}

function firstHint({ constraints = {}, contexts }: ValidationError): Hint | undefined {
  const [first] = Object.keys(constraints);
  const hints: Readonly<Record<string, Hint>> = contexts ?? {};
  return first === undefined ? undefined : hints[first];
}

function findingOf({ value }: ValidationError, hint: Hint, at: BodyPath): Finding {
  if (value === undefined) return formatError(at, 'member.required');
  const dynamic = typeof value === 'string' ? hint.paramsOf?.(value) : undefined;
  return formatError(at, hint.rule, { ...hint.params, ...dynamic });
}

function elementFindings(
  { value, children = [] }: ValidationError,
  elementCheck: NonNullable<Hint['elementCheck']>,
  at: BodyPath,
): Finding[] {
  const list = value as readonly unknown[];
  const faulty = new Map(
    list.flatMap((element, index) => {
      const fault = elementCheck(element, index, list);
      return fault === undefined ? [] : [[index, fault] as const];
    }),
  );
  const own = [...faulty].map(([index, { rule, params }]) =>
    formatError([...at, index], rule, params),
  );
  const others = children.filter(({ property }) => !faulty.has(Number(property)));
  return [...own, ...findingsOf(others, at)];
}
