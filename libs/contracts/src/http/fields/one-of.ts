import { IsIn, IsString } from 'class-validator';
import { hinted } from './hint.js';
import { type FieldDecorator, together } from './together.js';

/** Longest code list that a message spells out. */
const namedCountMax = 20;

/** A string from a closed list of codes. */
export function OneOf(codes: readonly string[]): FieldDecorator {
  const hint =
    codes.length <= namedCountMax
      ? hinted({ rule: 'choice.oneOf', params: { allowed: codes.join(', ') } })
      : hinted({ rule: 'choice.unlisted' });
  return together(IsString(hinted({ rule: 'type.string' })), IsIn([...codes], hint));
}
