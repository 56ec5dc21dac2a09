import { JSONSchema } from 'class-validator-jsonschema';
import type { FieldDecorator } from './together.js';

/** Marks a member in the schema as one that new clients leave out. */
export function Deprecated(): FieldDecorator {
  return JSONSchema({ deprecated: true });
}
