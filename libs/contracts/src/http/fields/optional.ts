import { ValidateIf } from 'class-validator';

/**
 * The member may be absent. Unlike class-validator's IsOptional it may not be null: JSON null is a
 * value, and no field of the specification takes it.
 */
export function Optional(): PropertyDecorator {
  return ValidateIf((_body, value) => value !== undefined);
}
