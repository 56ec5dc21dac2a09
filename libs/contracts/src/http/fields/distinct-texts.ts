import { JSONSchema } from 'class-validator-jsonschema';
import { clearingText, firstForeignCharacter } from '../rules/text-characters.js';
import { distinct, Elements } from './elements.js';
import type { ElementFault } from './hint.js';
import { type FieldDecorator, together } from './together.js';

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
