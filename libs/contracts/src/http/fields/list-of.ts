import { JSONSchema } from 'class-validator-jsonschema';
import { distinct, Elements } from './elements.js';
import { type FieldDecorator, together } from './together.js';

/** A list of distinct codes of a closed list, at least one. */
export function ListOf(codes: readonly string[]): FieldDecorator {
  const isCode = (element: unknown) => typeof element === 'string' && codes.includes(element);
  const params = { allowed: codes.join(', ') };
  return together(
    Elements(
      codes.length,
      distinct((element) => (isCode(element) ? undefined : { rule: 'choice.oneOf', params })),
    ),
    JSONSchema({
      type: 'array',
      uniqueItems: true,
      items: { type: 'string', enum: [...codes] },
    }),
  );
}
