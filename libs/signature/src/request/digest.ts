import { hash, timingSafeEqual } from 'node:crypto';
import { decodeBase64, withoutOuterSpace } from '../base/headers.js';
import { refuse, type SignatureRefusal } from '../base/refusal.js';

/** The two algorithms of RFC 5843 that count as proof of a body. */
export type DigestAlgorithm = 'SHA-256' | 'SHA-512';

/** One usable value of a Digest header: algorithm and the bytes of the hash. */
export interface StrongDigest {
  readonly algorithm: DigestAlgorithm;
  readonly hash: Buffer;
}

const STRONG = new Map<string, { algorithm: DigestAlgorithm; size: number }>([
  ['sha-256', { algorithm: 'SHA-256', size: 32 }],
  ['sha-512', { algorithm: 'SHA-512', size: 64 }],
]);

const DIGESTS_MAX = 8;
const PATH = 'Digest';

/**
 * Writes the Digest header value of a body (RFC 3230, RFC 5843).
 *
 * @param body the bytes as sent, or their text; empty for a request without a body
 */
export function digestOf(body: Buffer | string, algorithm: DigestAlgorithm = 'SHA-256'): string {
  return `${algorithm}=${hash(algorithm === 'SHA-256' ? 'sha256' : 'sha512', body, 'base64')}`;
}

/**
 * Reads a Digest header: a comma list of `algorithm=value`, names in any case. Values of other
 * algorithms (MD5, SHA, unknown ones) are skipped, because they prove nothing.
 *
 * @returns every SHA-256 and SHA-512 value, at least one; or the refusal `digest-malformed` or
 * `digest-weak`
 */
export function parseDigest(header: string): readonly StrongDigest[] | SignatureRefusal {
  const entries = header.split(',').map(withoutOuterSpace);
  // RFC 9110 section 5.6.1: a recipient ignores empty elements of a list.
  const values = entries.filter((entry) => entry !== '');
  const isBounded = entries.length <= DIGESTS_MAX && values.length > 0;
  if (!isBounded) return refuse('digest-malformed', PATH);
  const digests: StrongDigest[] = [];
  for (const text of values) {
    const equals = text.indexOf('=');
    if (equals < 1) return refuse('digest-malformed', PATH);
    const strong = STRONG.get(text.slice(0, equals).toLowerCase());
    if (strong === undefined) continue;
    const value = decodeBase64(text.slice(equals + 1));
    if (value?.length !== strong.size) return refuse('digest-malformed', PATH);
    digests.push({ algorithm: strong.algorithm, hash: value });
  }
  return digests.length > 0 ? digests : refuse('digest-weak', PATH);
}

/**
 * Tells whether every value is the hash of the body.
 *
 * @param digests the result of {@link parseDigest}
 * @param body the raw bytes as received, before any JSON parsing
 */
export function digestsMatch(digests: readonly StrongDigest[], body: Buffer): boolean {
  return digests.every((digest) => timingSafeEqual(hashOf(body, digest.algorithm), digest.hash));
}

/**
 * Reads a Digest header and checks it against the body.
 *
 * @returns undefined when it matches; else a refusal `digest-malformed`, `digest-weak` or
 * `digest-mismatch`
 */
export function checkDigest(header: string, body: Buffer): SignatureRefusal | undefined {
  const digests = parseDigest(header);
  if ('refused' in digests) return digests;
  return digestsMatch(digests, body) ? undefined : refuse('digest-mismatch', PATH);
}

function hashOf(body: Buffer, algorithm: DigestAlgorithm): Buffer {
  return hash(algorithm === 'SHA-256' ? 'sha256' : 'sha512', body, 'buffer');
}
