import { JSONSchema } from 'class-validator-jsonschema';
import { distinct, Elements } from './elements.js';
import type { ElementFault } from './hint.js';
import { type FieldDecorator, together } from './together.js';

/** A list of distinct whole numbers from `min` to `max`. */
export function DistinctIntegers(min: number, max: number): FieldDecorator {
  return together(
    Elements(
      max - min + 1,
      distinct((element) => integerFault(element, min, max)),
    ),
    JSONSchema({
      type: 'array',
      uniqueItems: true,
      items: { type: 'integer', minimum: min, maximum: max },
    }),
  );
}

function integerFault(element: unknown, min: number, max: number): ElementFault | undefined {
  if (!Number.isInteger(element)) return { rule: 'type.integer' };
  const isInRange = Number(element) >= min && Number(element) <= max;
  return isInRange ? undefined : { rule: 'number.range', params: { min, max } };
}
