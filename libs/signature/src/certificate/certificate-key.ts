import type { Certificate } from './certificate.js';
import type { RefusalReason } from '../base/refusal.js';

/** Smallest RSA modulus, for leaf and issuers alike. */
export const RSA_BITS_MIN = 2048;

/** Bounds of an RSA public exponent, the second exclusive. */
const RSA_EXPONENT_MIN = 65_537n;
const RSA_EXPONENT_LIMIT = 1n << 256n;

/** Named curves with 128 bits of security or more. */
const CURVES: ReadonlySet<string | undefined> = new Set(['prime256v1', 'secp384r1', 'secp521r1']);

/** The property of a public key that is not allowed. */
export type KeyFault = 'type' | 'size' | 'exponent' | 'curve';

/** The reasons for a refused key of the leaf, by the property at fault. */
export const LEAF_KEY_REASONS = {
  type: 'certificate-key-type',
  size: 'certificate-key-size',
  exponent: 'certificate-key-exponent',
  curve: 'certificate-key-curve',
} as const satisfies Record<KeyFault, RefusalReason>;

/** The reasons for a refused key of an issuer, by the property at fault. */
export const ISSUER_KEY_REASONS = {
  type: 'certificate-issuer-key-type',
  size: 'certificate-issuer-key-size',
  exponent: 'certificate-issuer-key-exponent',
  curve: 'certificate-issuer-key-curve',
} as const satisfies Record<KeyFault, RefusalReason>;

/**
 * The first property for which a key lacks the strength that signatures of certificates and of
 * responses need. Undefined for a strong key.
 */
export function keyFaultOf({
  keyType,
  keyBits,
  keyExponent,
  publicKey,
}: Certificate): KeyFault | undefined {
  if (keyType === 'rsa' || keyType === 'rsa-pss') {
    if ((keyBits ?? 0) < RSA_BITS_MIN) return 'size';
    return isStrongExponent(keyExponent) ? undefined : 'exponent';
  }
  if (keyType === 'ec') {
    return CURVES.has(publicKey.asymmetricKeyDetails?.namedCurve) ? undefined : 'curve';
  }
  return keyType === 'ed25519' ? undefined : 'type';
}

/**
 * An RSA public exponent is odd and at least 65537 (FIPS 186-5 section 5.4: 3 lets forgeries of careless
 * verifiers pass). Below 2^256 it cannot be made to cost more than the modulus.
 */
function isStrongExponent(exponent = 0n): boolean {
  const isOdd = (exponent & 1n) === 1n;
  return isOdd && exponent >= RSA_EXPONENT_MIN && exponent < RSA_EXPONENT_LIMIT;
}
