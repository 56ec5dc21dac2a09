import { Ajv, type ValidateFunction } from 'ajv';
import { type BodyClass, objectSchema } from './object-schema.js';

// `format` is for readers of the schema: the pattern beside it decides, and the calendar is a rule.
const ajv = new Ajv({ strict: true, allErrors: false, formats: { date: true } });

const compiled = new Map<BodyClass, ValidateFunction>();

/** The fast verdict: the schema of the body, compiled once. It accepts exactly what class-validator does. */
export function acceptsBody(bodyClass: BodyClass, body: unknown): boolean {
  const accepts = compiled.get(bodyClass) ?? ajv.compile(objectSchema(bodyClass));
  compiled.set(bodyClass, accepts);
  return accepts(body);
}
