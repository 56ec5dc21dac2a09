import type { PipeTransform } from '@nestjs/common';
import { formField } from '../frame/form.pipe.js';

const lengthMax = 40;

/**
 * The name of a passkey on one line; undefined when no character is left. No half of a surrogate pair
 * stays, because jsonb refuses it: \p{C} removes halves in the text, and the cut is between characters.
 */
export function passkeyNameOf(typed: string): string | undefined {
  const line = typed.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  const name = Array.from(line).slice(0, lengthMax).join('').trim();
  return name === '' ? undefined : name;
}

/** Reads the name in an enrolment form. */
export class PasskeyNamePipe implements PipeTransform<unknown, string | undefined> {
  transform(form: unknown): string | undefined {
    return passkeyNameOf(formField(form, 'name'));
  }
}
