import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
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

function sealKey(cookiesKey: Buffer, kind: SealedKind): Buffer {
  return Buffer.from(hkdfSync('sha256', cookiesKey, '', `nordgate oidc ${kind}`, 32));
}

/** How a text is sealed: the key of cookies, a random `iv` of 12 bytes, and the `place` that it is for. */
export interface Sealing {
  readonly key: Buffer;
  readonly kind: SealedKind;
  readonly place: string;
}

/** Encrypts a value so that nobody reads or changes it, and so that it opens at one place only. */
export function sealed(value: object, { key, kind, place }: Sealing, iv: Buffer): string {
  const cipher = createCipheriv(algorithm, sealKey(key, kind), iv).setAAD(Buffer.from(place));
  const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
}

/** The sealed value; undefined for any text that was not sealed for this place. */
export function opened<Value extends object>(
  text: string,
  { key, kind, place }: Sealing,
): Value | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length <= ivBytes + tagBytes) return undefined;
  const iv = bytes.subarray(0, ivBytes);
  try {
    const decipher = createDecipheriv(algorithm, sealKey(key, kind), iv)
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    const text = Buffer.concat([
      decipher.update(bytes.subarray(ivBytes + tagBytes)),
      decipher.final(),
    ]);
    return JSON.parse(text.toString('utf8')) as Value;
  } catch {
    return undefined;
  }
}

/** The transaction in the cookie of a state; undefined when it is none of this site's, or too old. */
export function transactionIn(
  cookie: string,
  { key, state, now }: { readonly key: Buffer; readonly state: string; readonly now: number },
): Transaction | undefined {
  const place = transactionCookie(state);
  const found = opened<Transaction>(cookie, { key, kind: 'transaction', place });
  if (found === undefined) return undefined;
  const age = now - found.startedAt;
  return age >= 0 && age <= transactionMsMax ? found : undefined;
}
