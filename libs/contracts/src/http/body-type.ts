import { Ajv } from 'ajv';
import type { ValidateFunction } from 'ajv';
import { objectSchema } from '../fields/object-schema.js';
import type { BodyClass } from '../fields/object-schema.js';
import { inDocumentOrder } from './document-order.js';
import { faultCountMax, toFault } from './fault.js';
import type { Fault, BodyFault } from './fault.js';
import { ruleFaults } from './rule-faults.js';
import type { BodyContext, BodyRule, Partly } from './rules/rule.js';
import { schemaFaults } from './schema-faults.js';

/** A valid body with its warnings, or all faults of an invalid one. */
export type ParsedBody<T> =
  | { readonly value: T; readonly warnings: readonly Fault[] }
  | { readonly faults: readonly Fault[] };

/** A body of the interface: its class, which gives its schema, and the function that checks it. */
export interface BodyType<T> {
  /** Name of the class, and of its schema in the interface's description. */
  readonly name: string;
  readonly bodyClass: BodyClass;
  /** A valid body, for the interface's description and for tests. */
  readonly example: T;
  /**
   * Checks a parsed JSON value. Returns the unchanged value with its type, or all faults in the order
   * of the document, each with its JSON pointer.
   */
  readonly parse: (json: unknown, context: BodyContext) => ParsedBody<T>;
}

/** The class of a body, and the rules that a schema cannot express. Rules run after the class. */
export interface BodyDefinition<T> {
  readonly bodyClass: BodyClass & (new () => T);
  readonly example: T;
  readonly faults: BodyRule<T>;
  readonly warnings?: (body: Partly<T>) => BodyFault[];
}

/** Makes a body type from its definition. */
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
    return refused(allFaults(definition, json, context), json);
  }
  const body = json as Partly<T>;
  const faults = definition.faults(body, context);
  if (faults.length > 0) return refused(faults, json);
  return { value: json as T, warnings: definition.warnings?.(body).map(toFault) ?? [] };
}

function allFaults<T>(
  { bodyClass, faults: rules }: BodyDefinition<T>,
  json: unknown,
  context: BodyContext,
): BodyFault[] {
  const { instance, faults } = schemaFaults(bodyClass, json);
  if (faults.length === 0) {
    throw new Error(`The schema of ${bodyClass.name} refuses a body that its class accepts.`);
  }
  return [...faults, ...ruleFaults(rules, instance, faults, context)];
}

function refused(
  faults: readonly BodyFault[],
  json: unknown,
): { readonly faults: readonly Fault[] } {
  return { faults: inDocumentOrder(faults, json).slice(0, faultCountMax).map(toFault) };
}

// `format` is for readers of the schema: the pattern beside it decides, and the calendar is a rule.
const ajv = new Ajv({ strict: true, allErrors: false, formats: { date: true } });

const compiled = new Map<BodyClass, ValidateFunction>();

/**
 * Checks a body with the compiled schema of its class. This is all that runs for a valid body; it
 * accepts exactly the bodies that class-validator accepts (a property test compares the two).
 */
export function acceptsBody(bodyClass: BodyClass, body: unknown): boolean {
  const accepts = compiled.get(bodyClass) ?? ajv.compile(objectSchema(bodyClass));
  compiled.set(bodyClass, accepts);
  return accepts(body);
}
