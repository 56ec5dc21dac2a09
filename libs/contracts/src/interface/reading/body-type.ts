import { Ajv } from 'ajv';
import type { ValidateFunction } from 'ajv';
import { objectSchema } from '../../base/fields/object-schema.js';
import type { BodyClass, JsonSchema } from '../../base/fields/object-schema.js';
import { inDocumentOrder, ruleFaults } from './rule-faults.js';
import type { BodyPath } from '../../base/json/json-value.js';
import { faultCountMax, firstFaults, formatFault, toFault } from './fault.js';
import type { Fault, BodyFault } from './fault.js';
import { respelled } from './framework-spellings.js';
import type { RespelledBody } from './framework-spellings.js';
import type { BodyContext, BodyRule, Partly } from './rule.js';
import { withoutSandboxAccounts } from './sandbox-accounts.js';
import { schemaFaults } from './schema-faults.js';

/** A valid body with its warnings, or all faults of an invalid one. */
export type ParsedBody<T> =
  | {
      readonly value: T;
      readonly warnings: readonly Fault[];
      /** The place in the sent body of a place in `value`; absent where both are the same. */
      readonly sentPlace?: (at: BodyPath) => BodyPath;
    }
  | { readonly faults: readonly Fault[] };

/** A body of the interface: its class, which gives its schema, and the function that checks it. */
export interface BodyType<T> {
  /** Name of the class, and of its schema in the interface's description. */
  readonly name: string;
  readonly bodyClass: BodyClass;
  /** A valid body, for the interface's description and for tests. */
  readonly example: T;
  /** The schemas of its shapes as TPPs send them, where it has several. */
  readonly shapes?: () => readonly JsonSchema[];
  /**
   * Checks a parsed JSON value. Returns the value with its type and in the specification's spelling, or
   * all faults in the order of the sent document, each with its JSON pointer.
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
  // Most bodies have the specification's own spellings: nothing is renamed for them.
  if (acceptsBody(definition.bodyClass, json)) {
    return judged(definition, { ...asSent, value: json }, json, context);
  }
  const body = respelled(definition.bodyClass, json);
  if (body.faults.length === 0 && acceptsBody(definition.bodyClass, body.value)) {
    return judged(definition, body, json, context);
  }
  const { instance, faults } = schemaFaults(definition.bodyClass, body.value);
  if (faults.length + body.faults.length === 0) return judged(definition, body, json, context);
  return refused(allFaults(definition, { ...body, instance, classFaults: faults }, context), json);
}

const asSent = { faults: [], warnings: [], refused: [], sentPlace: (at: BodyPath) => at };

/** A body that its schema or its class accepts, judged by its rules. */
function judged<T>(
  { faults: rules, warnings }: BodyDefinition<T>,
  body: RespelledBody,
  json: unknown,
  context: BodyContext,
): ParsedBody<T> {
  const value = body.value as Partly<T>;
  const faults = withoutSandboxAccounts(value, rules(value, context), context);
  if (faults.length > 0) return refused(atSentPlaces(faults, body), json);
  const ofRules = atSentPlaces(warnings?.(value) ?? [], body);
  const warned = [...body.warnings, ...ofRules].map(toFault);
  const { sentPlace } = body;
  const places = sentPlace === asSent.sentPlace ? {} : { sentPlace };
  return { value: value as T, warnings: warned, ...places };
}

/** A body with faults: what its class finds, and the instance that the class looked at. */
interface FaultyBody extends RespelledBody {
  readonly instance: object;
  readonly classFaults: readonly BodyFault[];
}

function allFaults<T>(
  { faults: rules }: BodyDefinition<T>,
  body: FaultyBody,
  context: BodyContext,
): BodyFault[] {
  const { instance, classFaults } = body;
  const hidden = body.refused.map((at) => formatFault(at, 'member.required'));
  const found = ruleFaults(rules, instance, [...classFaults, ...hidden], context);
  const ofRules = withoutSandboxAccounts(instance, found, context);
  return [...body.faults, ...atSentPlaces([...classFaults, ...ofRules], body)];
}

/** Faults are reported at the places of the body as it was sent. */
function atSentPlaces(faults: readonly BodyFault[], { sentPlace }: RespelledBody): BodyFault[] {
  return faults.map((one) => ({ ...one, at: sentPlace(one.at) }));
}

function refused(
  faults: readonly BodyFault[],
  json: unknown,
): { readonly faults: readonly Fault[] } {
  const ordered = inDocumentOrder(faults, json).slice(0, faultCountMax + 1);
  return { faults: firstFaults(ordered.map(toFault)) };
}

// `format` is for readers of the schema: the pattern beside it decides, and the calendar is a rule.
const ajv = new Ajv({ strict: true, allErrors: false, formats: { date: true } });

const compiled = new Map<BodyClass, ValidateFunction>();

/**
 * Checks a body with the compiled schema of its class. This is all that runs for a valid body. The class is
 * the judge: what the schema accepts the class accepts, and what the schema refuses the class looks at. A
 * property test compares the two, because a body that the class alone accepts is slow.
 */
export function acceptsBody(bodyClass: BodyClass, body: unknown): boolean {
  const accepts = compiled.get(bodyClass) ?? ajv.compile(objectSchema(bodyClass));
  compiled.set(bodyClass, accepts);
  return accepts(body);
}
