import type { PipeTransform } from '@nestjs/common';

/** The fields of a form or a query: `text` is sent once, `texts` any number of times. */
export type FormFields = Readonly<Record<string, 'text' | 'texts'>>;

/** The values of such fields. */
export type FormOf<Fields extends FormFields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends 'text' ? string : readonly string[];
};

/** Reads the named fields of a body or a query, and nothing else. It never fails. */
export class FormPipe<Fields extends FormFields> implements PipeTransform<unknown, FormOf<Fields>> {
  constructor(private readonly fields: Fields) {}

  transform(sent: unknown): FormOf<Fields> {
    const values = Object.entries(this.fields).map(([name, kind]) => [
      name,
      kind === 'text' ? formField(sent, name) : formFields(sent, name),
    ]);
    return Object.fromEntries(values) as FormOf<Fields>;
  }
}

/** A field of a form; empty when the field is absent or was sent more than once. */
export function formField(sent: unknown, name: string): string {
  const value = valueOf(sent, name);
  return typeof value === 'string' ? value : '';
}

/** All values of a field that may be sent more than once, such as ticked boxes. */
function formFields(sent: unknown, name: string): readonly string[] {
  return [valueOf(sent, name)].flat().filter((one) => typeof one === 'string');
}

function valueOf(sent: unknown, name: string): unknown {
  if (typeof sent !== 'object' || sent === null || !Object.hasOwn(sent, name)) return undefined;
  return (sent as Readonly<Record<string, unknown>>)[name];
}
