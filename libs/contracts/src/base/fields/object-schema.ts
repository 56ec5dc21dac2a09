import { defined } from '@nordgate/decider';
import { targetConstructorToSchema } from 'class-validator-jsonschema';
import { descriptionOf } from './field.js';

/** A class whose decorators describe one object. */
export type BodyClass = new () => object;

/** The part of JSON Schema that describes bodies. Nested objects stand in place. */
export interface JsonSchema {
  readonly title?: string;
  readonly type?: 'string' | 'object' | 'array' | 'integer' | 'number' | 'boolean';
  readonly format?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly properties?: Record<string, JsonSchema>;
  readonly required?: string[];
  readonly additionalProperties?: false;
  readonly items?: JsonSchema;
  readonly uniqueItems?: boolean;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly enum?: string[];
  readonly anyOf?: JsonSchema[];
  readonly default?: unknown;
}

/** The type of a schema in class-validator-jsonschema. */
export type DecoratorSchema = ReturnType<typeof targetConstructorToSchema>;

const ownChecks = {
  // The schema of `Elements` stands in the decorator beside it.
  elements: {},
  // A form of texts brings its schema along.
  form: ({ constraints }: { readonly constraints: readonly DecoratorSchema[] }) => constraints[0],
};

const schemas = new Map<BodyClass, JsonSchema>();

/**
 * The JSON Schema of a class, made from its decorators. Members have the order of the class, and their initial values
 * are defaults.
 */
export function objectSchema(bodyClass: BodyClass): JsonSchema {
  const schema = schemas.get(bodyClass) ?? derivedSchema(bodyClass);
  schemas.set(bodyClass, schema);
  return schema;
}

function derivedSchema(bodyClass: BodyClass): JsonSchema {
  const { properties = {}, required = [] } = targetConstructorToSchema(bodyClass, {
    additionalConverters: ownChecks,
  }) as JsonSchema;
  // A new instance has all fields; those of the base class come first.
  const instance = new bodyClass();
  const names = Object.keys(instance);
  const initial: Readonly<Record<string, unknown>> = { ...instance };
  const described = (name: string): JsonSchema => {
    const description = descriptionOf(instance, name);
    return defined({ ...properties[name], description, default: initial[name] });
  };
  return {
    title: bodyClass.name,
    type: 'object',
    additionalProperties: false,
    required: names.filter((name) => required.includes(name) && initial[name] === undefined),
    properties: Object.fromEntries(names.map((name) => [name, described(name)])),
  };
}
