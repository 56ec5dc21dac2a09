import { constants, publicDecrypt, verify, type KeyObject } from 'node:crypto';

/** The content of a signature, decrypted with the certificate's key. For explanations only. */
type OpenedSignature =
  | { readonly is: 'hash'; readonly algorithm: string; readonly hash: Buffer }
  | { readonly is: 'pss' }
  | { readonly is: 'bare'; readonly octets: Buffer }
  | { readonly is: 'of-another-key' };

/** The prefix of the hash in a DigestInfo (RFC 8017 section 9.2, note 1). */
const PREFIXES: readonly (readonly [algorithm: string, prefix: string])[] = [
  ['SHA-1', '3021300906052b0e03021a05000414'],
  ['SHA-256', '3031300d060960864801650304020105000420'],
  ['SHA-384', '3041300d060960864801650304020205000430'],
  ['SHA-512', '3051300d060960864801650304020305000440'],
];

/** Finds the signed hash, or that the signature has another scheme or another key. */
export function openSignature(
  signature: Buffer,
  publicKey: KeyObject,
  signingString: Buffer,
): OpenedSignature {
  const key = { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING };
  if (verify('sha256', signingString, key, signature)) return { is: 'pss' };
  const octets = decrypted(signature, publicKey);
  if (octets === undefined) return { is: 'of-another-key' };
  for (const [algorithm, prefix] of PREFIXES) {
    const start = Buffer.from(prefix, 'hex');
    if (octets.subarray(0, start.length).equals(start)) {
      return { is: 'hash', algorithm, hash: octets.subarray(start.length) };
    }
  }
  return { is: 'bare', octets };
}

function decrypted(signature: Buffer, key: KeyObject): Buffer | undefined {
  try {
    return publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature);
  } catch {
    return undefined;
  }
}
