import { createHash } from 'node:crypto';

/**
 * By what a service recognises a customer: ids of the customer's accounts, PSU-IDs, and hashes of account numbers. The
 * record of operations keeps them, so an account number is not among them.
 */
export type SubjectKey = `${'id' | 'account' | 'psu'}:${string}`;

/** The keys of a customer, grouped. */
export interface SubjectKeys {
  readonly customerId: string;
  /** Ids of accounts and card accounts. */
  readonly ids: ReadonlySet<string>;
  readonly psuIds: ReadonlySet<string>;
  /** Hashes of account numbers, as {@link accountKey} makes them. */
  readonly accounts: ReadonlySet<string>;
}

/** The hash of an account number: the first 32 hexadecimal digits of SHA-256 over customer and number. */
export function accountKey(customerId: string, accountNumber: string): SubjectKey {
  const hash = createHash('sha256').update(`${customerId}/${accountNumber}`, 'utf8').digest('hex');
  return `account:${hash.slice(0, 32)}`;
}

/** SQL for the hash of {@link accountKey}, of an account number and of the customer in a parameter. */
export function accountKeySql(customerId: string, accountNumber: string): string {
  const bytes = `convert_to(${customerId} || '/' || (${accountNumber}), 'UTF8')`;
  return `substr(encode(sha256(${bytes}), 'hex'), 1, 32)`;
}

/** Reads keys as a request has them. */
export function keysIn(customerId: string, text: string | undefined): SubjectKeys {
  const keys = (text ?? '').split(' ') as readonly SubjectKey[];
  const ofKind = (kind: string) =>
    new Set(
      keys.filter((key) => key.startsWith(`${kind}:`)).map((key) => key.slice(kind.length + 1)),
    );
  return { customerId, ids: ofKind('id'), psuIds: ofKind('psu'), accounts: ofKind('account') };
}

/** Writes keys as a request has them. */
export function textOfKeys({ ids, psuIds, accounts }: SubjectKeys): string {
  const written = [
    ...[...ids].map((id) => `id:${id}`),
    ...[...accounts].map((hash) => `account:${hash}`),
    ...[...psuIds].map((id) => `psu:${id}`),
  ];
  return written.join(' ');
}

/** The keys with others; the same object when all of them are known. */
export function withKeys(keys: SubjectKeys, more: readonly SubjectKey[]): SubjectKeys {
  const merged = keysIn(keys.customerId, [textOfKeys(keys), ...more].join(' ').trim());
  return sizeOf(merged) === sizeOf(keys) ? keys : merged;
}

const sizeOf = ({ ids, psuIds, accounts }: SubjectKeys) => ids.size + psuIds.size + accounts.size;

/** The ids of the customer in texts. */
export function idsOf({ customerId, ids, psuIds }: SubjectKeys): readonly string[] {
  return [customerId, ...ids, ...psuIds];
}

/** A text as a part of a pattern of LIKE, in which it means itself. */
export function likeOf(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
