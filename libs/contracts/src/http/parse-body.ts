import { acceptsBody } from './accepts-body.js';
import { BODY_TYPES, type BodyType, type BodyTypeName, type BodyTypes } from './body-types.js';
import { inDocumentOrder } from './document-order.js';
import { faultCountMax } from './fault-limit.js';
import type { Fault } from './fault.js';
import { type Finding, toFault } from './finding.js';
import { ruleFindings } from './rule-findings.js';
import type { Partly } from './rules/partly.js';
import type { BodyContext } from './rules/rule.js';
import { schemaFindings } from './schema-findings.js';

/** A body that may be acted upon, with what is discouraged in it; or everything wrong with it. */
export type ParsedBody<T> =
  | { readonly value: T; readonly warnings: readonly Fault[] }
  | { readonly faults: readonly Fault[] };

/**
 * Judges a parsed JSON value as a body of the named type. The value is returned as it came, typed.
 * All faults are reported together, in the order of the document, each with its JSON pointer.
 */
export function parseBody<Name extends BodyTypeName>(
  bodyType: Name,
  json: unknown,
  context: BodyContext,
): ParsedBody<BodyTypes[Name]> {
  const type: BodyType<BodyTypes[Name]> = BODY_TYPES[bodyType];
  if (!acceptsBody(bodyType, json)) return refused(allFindings(type, json, context), json);
  const value = json as BodyTypes[Name];
  const body = json as Partly<BodyTypes[Name]>;
  const faults = type.faults(body, context);
  if (faults.length > 0) return refused(faults, json);
  return { value, warnings: type.warnings(body).map(toFault) };
}

function allFindings<T>(type: BodyType<T>, json: unknown, context: BodyContext): Finding[] {
  const { instance, findings } = schemaFindings(type.bodyClass, json);
  if (findings.length === 0) {
    throw new Error(`The schema of ${type.bodyClass.name} refuses a body that its class accepts.`);
  }
  return [...findings, ...ruleFindings(type.faults, instance, findings, context)];
}

function refused(
  findings: readonly Finding[],
  json: unknown,
): { readonly faults: readonly Fault[] } {
  return { faults: inDocumentOrder(findings, json).slice(0, faultCountMax).map(toFault) };
}
