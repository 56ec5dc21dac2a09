/**
 * A copy of a body with another value at a JSON pointer. Objects and lists on the way are made where the body has none.
 *
 * @param pointer RFC 6901, without escapes
 */
export function bodyWith(body: object, pointer: string, value: unknown): object {
  const steps = pointer.split('/').slice(1);
  return changed(body, steps, value) as object;
}

function changed(at: unknown, [step, ...others]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  if (step === '0') {
    const [first, ...rest] = Array.isArray(at) ? (at as unknown[]) : [at];
    return [changed(first, others, value), ...rest];
  }
  const object = typeof at === 'object' && at !== null && !Array.isArray(at) ? at : {};
  const known = (object as Readonly<Record<string, unknown>>)[step];
  return { ...object, [step]: changed(known, others, value) };
}

/** The value of a body at a JSON pointer; undefined where it has none. */
export function valueAt(body: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (at, step) =>
        typeof at === 'object' && at !== null
          ? (at as Readonly<Record<string, unknown>>)[step]
          : undefined,
      body,
    );
}
