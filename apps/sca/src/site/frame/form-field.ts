/** A field of a posted form; empty when it is absent or came more than once. */
export function formField(body: unknown, name: string): string {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return '';
  const value = (body as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : '';
}

/** All values of a field that may come more than once, such as ticked boxes. */
export function formFields(body: unknown, name: string): readonly string[] {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return [];
  const value = (body as Readonly<Record<string, unknown>>)[name];
  return [value].flat().filter((one) => typeof one === 'string');
}
