/** The one signature algorithm of the interface: RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017). */
export type SignatureAlgorithm = 'rsa-sha256';

/**
 * Accepted spellings of the `algorithm` part, in lower case. The second is the Java name, which a
 * client library in the field sends. Whatever is named, only rsa-sha256 is ever computed.
 */
const SPELLINGS: ReadonlyMap<string, SignatureAlgorithm> = new Map([
  ['rsa-sha256', 'rsa-sha256'],
  ['sha256withrsa', 'rsa-sha256'],
]);

/** The accepted spellings, in lower case. */
export const ALGORITHM_SPELLINGS: readonly string[] = [...SPELLINGS.keys()];

/**
 * Reads the `algorithm` part, in any letter case (specification section 5 point 4).
 *
 * @returns the algorithm; undefined for every name that is not in the table
 */
export function algorithmNamed(text: string): SignatureAlgorithm | undefined {
  return SPELLINGS.get(text.toLowerCase());
}
