import { IsString, Matches, MaxLength, MinLength } from 'class-validator';
import { clearingText, firstForeignCharacter } from '../rules/text-characters.js';
import { hinted } from './hint.js';
import { type FieldDecorator, together } from './together.js';

/** Bounds of a text, in characters. */
export interface TextBounds {
  readonly min?: 1;
  readonly max: number;
}

/** A text the clearing can carry, within bounds. */
export function Text({ min, max }: TextBounds): FieldDecorator {
  const bounds = [MaxLength(max, hinted({ rule: 'text.tooLong', params: { max } }))];
  if (min !== undefined) bounds.unshift(MinLength(min, hinted({ rule: 'text.empty' })));
  return together(
    IsString(hinted({ rule: 'type.string' })),
    ...bounds,
    Matches(
      clearingText,
      hinted({
        rule: 'text.character',
        paramsOf: (value) => ({ ...firstForeignCharacter(value) }),
      }),
    ),
  );
}
