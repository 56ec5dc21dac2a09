import { Ajv, type ValidateFunction } from 'ajv';
import { BODY_TYPES, type BodyTypeName } from './body-types.js';
import { type JsonSchema, objectSchema } from './object-schema.js';

// `format` is for readers of the schema: the pattern beside it decides, and the calendar is a rule.
const ajv = new Ajv({ strict: true, allErrors: false, formats: { date: true } });

const compiled = new Map<BodyTypeName, ValidateFunction>();

/** The JSON Schema of a body, self-contained: nested objects stand in place. */
export function jsonSchemaOf(bodyType: BodyTypeName): JsonSchema {
  return objectSchema(BODY_TYPES[bodyType].bodyClass);
}

/** The fast verdict: the schema of the body, compiled once. It accepts exactly what class-validator does. */
export function acceptsBody(bodyType: BodyTypeName, body: unknown): boolean {
  const accepts = compiled.get(bodyType) ?? ajv.compile(jsonSchemaOf(bodyType));
  compiled.set(bodyType, accepts);
  return accepts(body);
}
