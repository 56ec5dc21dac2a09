import { IsString, Matches } from 'class-validator';
import type { TextKey } from '../../texts/en.js';
import { hinted } from './hint.js';
import { type FieldDecorator, together } from './together.js';

/** A string of one exact form; the pattern carries its bound on length. */
export function Pattern(pattern: RegExp, rule: TextKey): FieldDecorator {
  return together(IsString(hinted({ rule: 'type.string' })), Matches(pattern, hinted({ rule })));
}
