import { createHash } from 'node:crypto';
import type {
  EntryBooked,
  EntryEvent,
  EntryReserved,
  MadeBy,
  TransferDelay,
} from '@nordgate/contracts/events';
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
      /** Only until the creditor's bank confirms. */
      readonly delay?: TransferDelay;
      /** When it was booked, where it waits for the confirmation. ISO 8601. */
      readonly at?: string;
      readonly by?: MadeBy;
    }
  | { readonly is: 'refused' }
  | { readonly is: 'released' };

/** An entry whose debits are reserved. */
export interface ReservedEntry extends Pick<
  EntryReserved['data'],
  'postings' | 'content' | 'by' | 'delay'
> {
  readonly is: 'reserved';
  /** When it was reserved, where its booking is late. ISO 8601. */
  readonly at?: string;
}

function evolve(entry: Entry, event: EntryEvent): Entry {
  switch (event.type) {
    // Reserving what is reserved gives the entry another form.
    case 'EntryReserved': {
      const { postings, content, by, delay, at } = event.data;
      const late = delay === undefined ? {} : { delay, at };
      return { is: 'reserved', postings, content, ...defined({ by }), ...late };
    }
    case 'EntryBooked':
      return booked(entry, event);
    case 'EntryConfirmed':
      return confirmed(entry);
    case 'EntryRefused':
      return { is: 'refused' };
    case 'EntryReleased':
      return { is: 'released' };
    default:
      return unreachable(event);
  }
}

function booked(entry: Entry, { data: { content, isUnconfirmed, by, at } }: EntryBooked): Entry {
  const reservedContent = entry.is === 'reserved' ? entry.content : undefined;
  const known = { is: 'booked', content, ...defined({ reservedContent, by }) } as const;
  return isUnconfirmed === true ? { ...known, delay: 'confirmation', at } : known;
}

function confirmed(entry: Entry): Entry {
  if (entry.is !== 'booked') throw new Error('EntryConfirmed before EntryBooked');
  const { content, reservedContent, by } = entry;
  return { is: 'booked', content, ...defined({ reservedContent, by }) };
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
    EntryConfirmed: { version: 1 },
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
