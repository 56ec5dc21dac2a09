import { ArrayMaxSize, ArrayMinSize, IsArray, ValidateBy } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import type { TextKey } from '../texts/en.js';
import { clearingText, firstForeignCharacter } from './clearing-text.js';
import { reporting, together } from './field.js';
import type { ElementCheck, ElementFault, FieldDecorator } from './field.js';

/** A list of distinct codes from a closed list: one or more, or none with a `countMin` of 0. */
export function ListOf(codes: readonly string[], countMin: 0 | 1 = 1): FieldDecorator {
  const isCode = (element: unknown) => typeof element === 'string' && codes.includes(element);
  const params = { allowed: codes.join(', ') };
  return together(
    Elements(
      codes.length,
      distinct((element) => (isCode(element) ? undefined : { rule: 'choice.oneOf', params })),
      countMin,
    ),
    JSONSchema({
      type: 'array',
      uniqueItems: true,
      items: { type: 'string', enum: [...codes] },
    }),
  );
}

/** A list of 1 to `countMax` distinct texts of 1 to `lengthMax` characters. */
export function DistinctTexts(countMax: number, lengthMax: number): FieldDecorator {
  return together(
    Elements(
      countMax,
      distinct((element) => textFault(element, lengthMax)),
    ),
    JSONSchema({
      type: 'array',
      uniqueItems: true,
      items: { type: 'string', minLength: 1, maxLength: lengthMax, pattern: clearingText.source },
    }),
  );
}

function textFault(element: unknown, max: number): ElementFault | undefined {
  if (typeof element !== 'string') return { rule: 'type.string' };
  if (element === '') return { rule: 'text.empty' };
  if ([...element].length > max) return { rule: 'text.tooLong', params: { max } };
  const params = firstForeignCharacter(element);
  return params === undefined ? undefined : { rule: 'text.character', params };
}

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

/** A list of 1 to `max` elements that all pass the check; with a `min` of 0 it may be empty. */
export function Elements(max: number, elementCheck: ElementCheck, min: 0 | 1 = 1): FieldDecorator {
  return together(
    IsArray(reporting({ rule: 'type.array' })),
    ArrayMinSize(min, reporting({ rule: 'list.empty' })),
    ArrayMaxSize(max, reporting({ rule: 'list.tooLong', params: { max } })),
    ValidateBy(
      {
        name: 'elements',
        validator: {
          validate: (list) => allPass(list, elementCheck),
          // class-validator attaches the report only to a message that is not empty.
          defaultMessage: () => 'every element must pass',
        },
      },
      reporting({ rule: 'type.array', elementCheck }),
    ),
  );
}

function allPass(list: unknown, elementCheck: ElementCheck): boolean {
  if (!Array.isArray(list)) return false;
  const elements: readonly unknown[] = list;
  return elements.every((element, index) => elementCheck(element, index, elements) === undefined);
}

/** A list without elements: the member exists in the framework, and this interface has no use for it. */
export function EmptyList(rule: TextKey): FieldDecorator {
  return together(
    IsArray(reporting({ rule: 'type.array' })),
    ArrayMaxSize(0, reporting({ rule })),
    JSONSchema({ type: 'array', maxItems: 0, items: { type: 'string' } }),
  );
}

/** The same check, and a fault for each element that repeats an earlier one. */
export function distinct(elementCheck: ElementCheck): ElementCheck {
  return (element, index, list) => {
    const fault = elementCheck(element, index, list);
    if (fault !== undefined) return fault;
    return list.indexOf(element) < index ? { rule: 'list.duplicate' } : undefined;
  };
}
