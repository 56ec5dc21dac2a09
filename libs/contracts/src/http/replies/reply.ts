import { Type } from 'typebox';
import type { Static, TProperties, TSchema, TUnsafe } from 'typebox';

/** Readonly all the way down: an answer is made once and sent. */
export type Frozen<T> = T extends string | number | boolean | null | undefined
  ? T
  : { readonly [Member in keyof T]: Frozen<T[Member]> };

/** The type of what a schema describes: the two cannot drift apart. */
export type ReplyOf<Schema extends TSchema> = Frozen<Static<Schema>>;

/** An object of an answer: its members and no others. `title` names it in the description. */
export function reply<Members extends TProperties>(
  title: string,
  description: string,
  members: Members,
) {
  return Type.Object(members, { title, description, additionalProperties: false });
}

/** A text, with what it means. */
export function text(description: string, options: { maxLength?: number; format?: string } = {}) {
  return Type.String({ description, ...options });
}

/** A text from a closed list of codes. */
export function oneOf<const Codes extends readonly string[]>(
  codes: Codes,
  description?: string,
): TUnsafe<Codes[number]> {
  const says = description === undefined ? {} : { description };
  return Type.Unsafe<Codes[number]>({ type: 'string', enum: [...codes], ...says });
}
