import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { OperatedService } from './service-request.js';
import type { OperationEvent } from './operation-events.v1.js';
import type { Explained } from './operation-fields.js';

/** What every service does about the record of its operations. */
export type AuditRequest = ListAuditRequest | ConfirmOperationRequest;

/** Lists the oldest {@link auditListMax} entries after one. */
export interface ListAuditRequest {
  readonly name: 'ListAudit';
  /** the name of a service: payments, baskets, sca, accounts or batch */
  readonly service: OperatedService;
  /**
   * the number of an entry, or 0; only later ones are listed
   *
   * @pattern ^(0|[1-9]\d{0,14})$
   */
  readonly after: string;
}

/** The entries in one list at most. */
export const auditListMax = 500;

/** Executes an operation that waits for a second person. */
export interface ConfirmOperationRequest extends Explained {
  readonly name: 'ConfirmOperation';
  /** the name of a service: payments, baskets, sca, accounts or batch */
  readonly service: OperatedService;
  /**
   * the id of a proposed operation
   *
   * @pattern ^[0-9a-f-]{36}$
   */
  readonly operation: string;
}

/** An entry of the record of a service, as it is stored: also a line of an export. */
export type AuditEntry = {
  readonly [Type in OperationEvent['type']]: {
    readonly service: OperatedService;
    readonly type: Type;
  } & Extract<OperationEvent, { readonly type: Type }>['data'];
}[OperationEvent['type']];

/** What a service answers to `ListAudit`. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** The last entry of the record now; entry 0 has 64 zeros as its hash. */
  readonly head: { readonly entry: number; readonly hash: string };
}

/** An operation that waits for a second person: nothing was done. */
export interface PendingOperation {
  readonly operation: string;
  readonly until: string;
}

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
