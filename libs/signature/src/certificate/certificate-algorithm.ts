import { membersOf, oidOf, readDer, TAG, type DerValue } from '../base/der.js';

/** Signature algorithms that a certificate may be signed with; SHA-1 and MD5 are not among them. */
const ACCEPTED: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.1.1.11', 'sha256WithRSAEncryption'],
  ['1.2.840.113549.1.1.12', 'sha384WithRSAEncryption'],
  ['1.2.840.113549.1.1.13', 'sha512WithRSAEncryption'],
  ['1.2.840.10045.4.3.2', 'ecdsa-with-SHA256'],
  ['1.2.840.10045.4.3.3', 'ecdsa-with-SHA384'],
  ['1.2.840.10045.4.3.4', 'ecdsa-with-SHA512'],
  ['1.3.101.112', 'Ed25519'],
]);

const RSASSA_PSS = '1.2.840.113549.1.1.10';
const PSS_HASHES: ReadonlySet<string | undefined> = new Set([
  '2.16.840.1.101.3.4.2.1',
  '2.16.840.1.101.3.4.2.2',
  '2.16.840.1.101.3.4.2.3',
]);

/**
 * Names the algorithm of an AlgorithmIdentifier (RFC 5280 section 4.1.1.2). RSASSA-PSS must
 * state SHA-256, SHA-384 or SHA-512, because its default is SHA-1 (RFC 4055 section 3.1).
 *
 * @returns the name; undefined when the algorithm is weak or unknown
 */
export function signatureAlgorithmOf(identifier: DerValue): string | undefined {
  const [algorithm, parameters] = membersOf(identifier, TAG.sequence) ?? [];
  const oid = oidOf(algorithm);
  if (oid === undefined) return undefined;
  return oid === RSASSA_PSS ? pssName(parameters) : ACCEPTED.get(oid);
}

function pssName(parameters: DerValue | undefined): string | undefined {
  const hashField = membersOf(parameters, TAG.sequence)?.find(({ tag }) => tag === 0xa0);
  const hash = hashField && membersOf(readDer(hashField.body), TAG.sequence);
  return PSS_HASHES.has(oidOf(hash?.[0])) ? 'rsassaPss' : undefined;
}
