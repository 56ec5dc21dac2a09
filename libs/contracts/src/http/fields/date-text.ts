import { JSONSchema } from 'class-validator-jsonschema';
import { Pattern } from './pattern.js';
import { type FieldDecorator, together } from './together.js';

/** The calendar date form of ISO 8601 (specification §1). */
const datePattern = /^\d{4}-\d{2}-\d{2}$/u;

/** A date YYYY-MM-DD; whether the calendar has it is a rule after the schema. */
export function DateText(): FieldDecorator {
  return together(Pattern(datePattern, 'date.form'), JSONSchema({ format: 'date' }));
}
