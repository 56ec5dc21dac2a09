import { createHash } from 'node:crypto';
import type { EntryEvent, EntryReserved, MadeBy } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { defined, streamType, unreachable } from '@nordgate/decider';
import canonicalize from 'canonicalize';

/** A journal entry as the fold of its events. `content` recognises a repeat of a command. */
export type Entry =
  | { readonly is: 'none' }
  | ReservedEntry
  | {
      readonly is: 'booked';
      readonly content: string;
      /** Of the reservation, where the entry had one. */
      readonly reservedContent?: string;
      readonly by?: MadeBy;
    }
  | { readonly is: 'refused' }
  | { readonly is: 'released' };

/** An entry whose debits are reserved. */
export interface ReservedEntry extends Pick<EntryReserved['data'], 'postings' | 'content' | 'by'> {
  readonly is: 'reserved';
}

function evolve(entry: Entry, event: EntryEvent): Entry {
  switch (event.type) {
    // Reserving what is reserved gives the entry another form.
    case 'EntryReserved': {
      const { postings, content, by } = event.data;
      return { is: 'reserved', postings, content, ...defined({ by }) };
    }
    case 'EntryBooked': {
      const { content, by } = event.data;
      const reservedContent = entry.is === 'reserved' ? entry.content : undefined;
      return { is: 'booked', content, ...defined({ reservedContent, by }) };
    }
    case 'EntryRefused':
      return { is: 'refused' };
    case 'EntryReleased':
      return { is: 'released' };
    default:
      return unreachable(event);
  }
}

/** Streams `entry-<id>`. */
export const entryStream = streamType<Entry, EntryEvent, 'entry'>({
  name: streams.entry.category,
  stateVersion: 1,
  initial: { is: 'none' },
  evolve,
  events: {
    EntryReserved: { version: 1 },
    EntryBooked: { version: 1 },
    EntryRefused: { version: 1 },
    EntryReleased: { version: 1 },
  },
});

/**
 * Recognises the content of a command: SHA-256 over its canonical JSON, base64url. Throws for a lone
 * surrogate, which jsonb rejects too. Source: RFC 8785.
 */
export function contentOf(content: object): string {
  // An object always has a JSON form. Only undefined, functions and symbols have none.
  const json = canonicalize(content) as string;
  return createHash('sha256').update(json, 'utf8').digest('base64url');
}
