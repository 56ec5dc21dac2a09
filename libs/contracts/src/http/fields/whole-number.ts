import { IsInt, Max, Min } from 'class-validator';
import { hinted } from './hint.js';
import { type FieldDecorator, together } from './together.js';

/** A whole number from `min` to `max`. */
export function WholeNumber(min: number, max: number): FieldDecorator {
  const range = hinted({ rule: 'number.range', params: { min, max } });
  return together(IsInt(hinted({ rule: 'type.integer' })), Min(min, range), Max(max, range));
}
