import { X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { audienceOf, bodyHashOf, operatorTokenSeconds } from '../tokens/operator-tokens.js';

/** The `typ` of a proof with a certificate: it passes for no token, and no token for it (RFC 8725 section 3.11). */
export const personProofType = 'operator-person+jwt';

/** The header of a request with the proof of the person. */
export const personHeader = 'operator-person';

/** A person's certificate with its chain, and the private key. */
export interface PersonCertificate {
  readonly chain: readonly X509Certificate[];
  readonly key: KeyObject;
}

/**
 * Signs that the holder of a certificate requests this (JWS with `x5c`, RFC 7515 section 4.1.6). The proof is for one
 * body at one service, for a minute.
 */
export function certificateProof(
  { chain, key }: PersonCertificate,
  { service, body }: { readonly service: string; readonly body: string },
  now: Date = new Date(),
): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({ bodyHash: bodyHashOf(body) })
    .setProtectedHeader({
      alg: algorithmOf(key),
      typ: personProofType,
      x5c: chain.map(({ raw }) => raw.toString('base64')),
    })
    .setAudience(audienceOf(service))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + operatorTokenSeconds)
    .sign(key);
}

/** The algorithms of proofs, by the key. */
const proofAlgorithms = ['ES256', 'ES384', 'PS256', 'EdDSA'] as const;

/** Throws for a key of another kind. */
export function algorithmOf(key: KeyObject): (typeof proofAlgorithms)[number] {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details = {} } = key;
  if (type === 'ed25519') return 'EdDSA';
  if (type === 'rsa') return 'PS256';
  if (type === 'ec' && details.namedCurve === 'prime256v1') return 'ES256';
  if (type === 'ec' && details.namedCurve === 'secp384r1') return 'ES384';
  throw new Error('the key has to be P-256, P-384, RSA or Ed25519');
}
