import { acceptsBody } from './accepts-body.js';
import { inDocumentOrder } from './document-order.js';
import { faultCountMax } from './fault-limit.js';
import type { Fault } from './fault.js';
import { type Finding, toFault } from './finding.js';
import type { BodyClass } from './object-schema.js';
import { ruleFindings } from './rule-findings.js';
import type { Partly } from './rules/partly.js';
import type { BodyContext, BodyRule } from './rules/rule.js';
import { schemaFindings } from './schema-findings.js';

/** A body that may be acted upon, with what is discouraged in it; or everything wrong with it. */
export type ParsedBody<T> =
  | { readonly value: T; readonly warnings: readonly Fault[] }
  | { readonly faults: readonly Fault[] };

/** A body of the interface: its class, from which its schema follows, and how one is judged. */
export interface BodyType<T> {
  /** Name of the class: also that of the schema in the interface's description. */
  readonly name: string;
  readonly bodyClass: BodyClass;
  /** One that is accepted as it stands: for the interface's description and for tests. */
  readonly example: T;
  /**
   * Judges a parsed JSON value. The value is returned as it came, typed. All faults are reported
   * together, in the order of the document, each with its JSON pointer.
   */
  readonly parse: (json: unknown, context: BodyContext) => ParsedBody<T>;
}

/** How a body is described and judged: its class first, then the rules no schema can say. */
export interface BodyDefinition<T> {
  readonly bodyClass: BodyClass & (new () => T);
  readonly example: T;
  readonly faults: BodyRule<T>;
  readonly warnings?: (body: Partly<T>) => Finding[];
}

/** Makes a body type of its definition. */
export function bodyType<T>(definition: BodyDefinition<T>): BodyType<T> {
  const { bodyClass, example } = definition;
  return {
    name: bodyClass.name,
    bodyClass,
    example,
    parse: (json, context) => parseBody(definition, json, context),
  };
}

function parseBody<T>(
  definition: BodyDefinition<T>,
  json: unknown,
  context: BodyContext,
): ParsedBody<T> {
  if (!acceptsBody(definition.bodyClass, json)) {
    return refused(allFindings(definition, json, context), json);
  }
  const body = json as Partly<T>;
  const faults = definition.faults(body, context);
  if (faults.length > 0) return refused(faults, json);
  return { value: json as T, warnings: definition.warnings?.(body).map(toFault) ?? [] };
}

function allFindings<T>(
  { bodyClass, faults }: BodyDefinition<T>,
  json: unknown,
  context: BodyContext,
): Finding[] {
  const { instance, findings } = schemaFindings(bodyClass, json);
  if (findings.length === 0) {
    throw new Error(`The schema of ${bodyClass.name} refuses a body that its class accepts.`);
  }
  return [...findings, ...ruleFindings(faults, instance, findings, context)];
}

function refused(
  findings: readonly Finding[],
  json: unknown,
): { readonly faults: readonly Fault[] } {
  return { faults: inDocumentOrder(findings, json).slice(0, faultCountMax).map(toFault) };
}
