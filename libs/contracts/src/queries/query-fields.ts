import type { JsonSafe } from './json-safe.js';
import type { ServiceQuery } from './query.js';

/**
 * A check for each field of a query that has come as JSON from another process. A query whose answer
 * would not survive JSON has no such checks, and so does not compile.
 */
export type QueryFields<Query extends ServiceQuery<unknown>> =
  Query['answer'] extends JsonSafe<Query['answer']>
    ? { readonly [Field in Exclude<keyof Query, 'answer'>]: FieldCheck<Query[Field]> }
    : never;

export type FieldCheck<Value> = (value: unknown) => value is Value;

export const isText: FieldCheck<string> = (value) => typeof value === 'string';

export const isTextOrNull: FieldCheck<string | null> = (value): value is string | null =>
  value === null || isText(value);

export const isTexts: FieldCheck<readonly string[]> = (value): value is readonly string[] =>
  Array.isArray(value) && value.every(isText);

/** One of these texts. */
export function isOneOf<Text extends string>(...texts: readonly Text[]): FieldCheck<Text> {
  return (value): value is Text => texts.some((text) => text === value);
}

/** Exactly one of the named fields, with a text. */
export function isOneText<Name extends string>(
  ...names: readonly Name[]
): FieldCheck<{ [One in Name]: Readonly<Record<One, string>> }[Name]> {
  return (value): value is { [One in Name]: Readonly<Record<One, string>> }[Name] => {
    if (typeof value !== 'object' || value === null) return false;
    const [field, ...more] = Object.entries(value);
    return (
      field !== undefined &&
      more.length === 0 &&
      names.some((name) => name === field[0]) &&
      isText(field[1])
    );
  };
}
