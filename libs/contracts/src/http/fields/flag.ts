import { IsBoolean } from 'class-validator';
import { hinted } from './hint.js';
import { type FieldDecorator, together } from './together.js';

/** true or false, as JSON has them. */
export function Flag(): FieldDecorator {
  return together(IsBoolean(hinted({ rule: 'type.boolean' })));
}
