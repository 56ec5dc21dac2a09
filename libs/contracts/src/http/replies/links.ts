import { Type } from 'typebox';
import type { TOptional } from 'typebox';
import { oneOf, reply, text } from './reply.js';
import type { ReplyOf } from './reply.js';

/** Methods a link may offer (specification §2.1). */
export const LINK_VERBS = ['GET', 'PUT', 'POST', 'DELETE'] as const;

/** One method of a link. */
export type LinkVerb = (typeof LINK_VERBS)[number];

/** Where a client may go next (specification §2.1). */
export const Link = reply('Link', 'Where a client may go next.', {
  href: text('A path of this interface, or an address of the bank for the PSU.'),
  verbs: Type.Array(oneOf(LINK_VERBS), { minItems: 1 }),
});
export type Link = ReplyOf<typeof Link>;

/** `_links`: from link name to link (specification §2.1). */
export type Links = Readonly<Record<string, Link>>;

/** The `_links` of an answer: which names they may have. */
export function linksTo<const Names extends readonly string[]>(...names: Names) {
  const members = names.map((name) => [name, Type.Optional(Link)]);
  return Type.Object(Object.fromEntries(members) as Record<Names[number], TOptional<typeof Link>>, {
    additionalProperties: false,
  });
}
