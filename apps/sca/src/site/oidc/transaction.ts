import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { KeySet } from '@nordgate/contracts/rules';
import { transactionCookie } from '../security/cookies.js';

/** What a visit at the provider is for. */
export type TransactionUse =
  | {
      readonly is: 'log-in';
      /** The link. */
      readonly id: string;
      readonly token: string;
    }
  | {
      readonly is: 'approval';
      readonly id: string;
      /** The context that was shown, and the hash of the choice of accounts. */
      readonly context: string;
      readonly shown: string;
      /** The hash of the approved content, and that of the details that the provider has to grant. */
      readonly binding: string;
      readonly details: string;
    };

/** One visit of a browser at the provider. */
export interface Transaction {
  readonly use: TransactionUse;
  /** The code verifier (RFC 7636). */
  readonly verifier: string;
  readonly nonce: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** The longest that a visit at the provider may last. */
export const transactionMsMax = 10 * 60_000;

/** The most visits of one browser at a time: more tabs than that give up the oldest. */
export const transactionsMax = 5;

const algorithm = 'aes-256-gcm';
const [ivBytes, tagBytes] = [12, 16];

/** Things that only this site can seal. A text of one kind opens as no other. */
type SealedKind = 'transaction' | 'grant';

function sealKey(cookiesKey: KeyObject, kind: SealedKind): Buffer {
  return Buffer.from(hkdfSync('sha256', cookiesKey, '', `nordgate oidc ${kind}`, 32));
}

/** How a text is sealed: the keys of cookies, the kind of text, and the `place` that it is for. */
export interface Sealing {
  readonly key: KeySet;
  readonly kind: SealedKind;
  readonly place: string;
}

/**
 * Encrypts a value under the current key, with 12 random bytes (`iv`), so that nobody reads or changes it, and
 * so that it opens at one place only.
 */
export function sealed(value: object, { key, kind, place }: Sealing, iv: Buffer): string {
  const current = key.keys[key.current];
  if (current === undefined) throw new Error(`there is no key ${key.current}`);
  const cipher = createCipheriv(algorithm, sealKey(current, kind), iv).setAAD(Buffer.from(place));
  const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
}

/** The sealed value; undefined for any text that no known key sealed for this place. */
export function opened<Value extends object>(
  text: string,
  { key, kind, place }: Sealing,
): Value | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length <= ivBytes + tagBytes) return undefined;
  for (const one of Object.values(key.keys)) {
    const json = decrypted(bytes, sealKey(one, kind), place);
    if (json !== undefined) return JSON.parse(json) as Value;
  }
  return undefined;
}

function decrypted(bytes: Buffer, key: Buffer, place: string): string | undefined {
  try {
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes))
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    const start = decipher.update(bytes.subarray(ivBytes + tagBytes));
    return Buffer.concat([start, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

/** The transaction in the cookie of a state; undefined when it is none of this site's, or too old. */
export function transactionIn(
  cookie: string,
  { key, state, now }: { readonly key: KeySet; readonly state: string; readonly now: number },
): Transaction | undefined {
  const place = transactionCookie(state);
  const found = opened<Transaction>(cookie, { key, kind: 'transaction', place });
  if (found === undefined) return undefined;
  const age = now - found.startedAt;
  return age >= 0 && age <= transactionMsMax ? found : undefined;
}
