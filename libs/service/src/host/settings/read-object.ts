import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';

/** An object as its class describes it, or one line per fault. */
export type ReadObject<Described> =
  | { readonly value: Described }
  | { readonly faults: readonly string[] };

/**
 * Reads and checks an object of a mounted JSON file by the class that describes it, with the same
 * decorators as settings. A field that the class does not have is a fault.
 */
export function readObject<Described extends object>(
  type: new () => Described,
  object: unknown,
): ReadObject<Described> {
  if (typeof object !== 'object' || object === null || Array.isArray(object)) {
    return { faults: ['it is not an object'] };
  }
  const value = plainToInstance(type, object);
  const faults = validateSync(value, {
    whitelist: true,
    forbidNonWhitelisted: true,
    validationError: { target: false, value: false },
  }).map(({ constraints }) => Object.values(constraints ?? {}).join('; '));
  return faults.length > 0 ? { faults } : { value };
}
