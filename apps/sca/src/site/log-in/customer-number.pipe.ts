import type { PipeTransform } from '@nestjs/common';
import { formField } from '../frame/form.pipe.js';

const digits = /^\d{11}$/;

/** The customer number of a person, without blanks, dots and dashes; undefined for any other text. */
export function customerNumberOf(typed: string): string | undefined {
  const number = typed.replaceAll(/[\s.-]/g, '');
  return digits.test(number) ? number : undefined;
}

/** Reads the customer number of a log-in form. */
export class CustomerNumberPipe implements PipeTransform<unknown, string | undefined> {
  transform(form: unknown): string | undefined {
    return customerNumberOf(formField(form, 'customerNumber'));
  }
}
