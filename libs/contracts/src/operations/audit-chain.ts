import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { AuditEntry } from './audit-request.js';

/** The end of a chain: its last entry. */
export interface ChainHead {
  readonly entry: number;
  readonly hash: string;
}

/** The head of a chain without an entry. */
export const chainStart: ChainHead = { entry: 0, hash: '0'.repeat(64) };

/** An entry without its hash. */
export type Unhashed<Entry> = Entry extends unknown ? Omit<Entry, 'hash'> : never;

/**
 * The hash of an entry: SHA-256, hexadecimal, over the canonical JSON (RFC 8785) of all other members. The hash of the
 * entry before is one of them, so the hash covers all entries before.
 */
export function entryHash({ ...entry }: object): string {
  delete (entry as { hash?: unknown }).hash;
  return hashOf(entry);
}

/** SHA-256, hexadecimal, over the canonical JSON of a value. Throws for a value without a canonical form. */
export function hashOf(value: object): string {
  return createHash('sha256')
    .update(canonicalize(value) ?? '', 'utf8')
    .digest('hex');
}

/**
 * Checks that an entry continues the chain of its service.
 *
 * @returns the new head, or a fault that names the entry
 */
export function nextHead(
  head: ChainHead,
  entry: Pick<AuditEntry, 'entry' | 'hash' | 'previous' | 'service'>,
): ChainHead | { readonly fault: string } {
  const { entry: number, hash, service } = entry;
  const at = `${service} entry ${String(number)}`;
  const wanted = head.entry + 1;
  if (number !== wanted) return { fault: `${at}: entry ${String(wanted)} is missing` };
  if (entry.previous !== head.hash) return { fault: `${at}: the entry before was changed` };
  if (entryHash(entry) !== hash) return { fault: `${at}: the entry was changed` };
  return { entry: number, hash };
}
