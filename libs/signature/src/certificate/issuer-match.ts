import { parseDistinguishedName } from './distinguished-name.js';
import type { NameAttribute, Rdn } from './name-attribute.js';

/** How the issuer text of a keyId relates to the issuer of the certificate. */
export type IssuerMatch = 'same' | 'different' | 'malformed';

/**
 * Compares a written issuer with the issuer of a certificate, RDN by RDN. RFC 2253 order (last RDN
 * of the certificate first) is the rule. Certificate order is accepted too, because several tools
 * print it. When the text does not match, it is tried once more with its percent
 * escapes decoded (`%20`), because one client library in the field sends them.
 *
 * @param text the name as written, RFC 2253 or RFC 4514
 * @param issuer the certificate's issuer in certificate order
 */
export function matchIssuer(text: string, issuer: readonly Rdn[]): IssuerMatch {
  const asWritten = compare(text, issuer);
  if (asWritten === 'same') return asWritten;
  const decoded = percentDecoded(text);
  const asDecoded = decoded === undefined ? 'malformed' : compare(decoded, issuer);
  return asDecoded === 'malformed' ? asWritten : asDecoded;
}

/**
 * Tells whether two names in the same order are equal by the rules of RFC 5280 section 7.1: letter
 * case, runs of spaces and the order inside one RDN do not count.
 */
export function sameName(one: readonly Rdn[], other: readonly Rdn[]): boolean {
  return one.length === other.length && one.every((rdn, at) => keyOf(rdn) === keyOf(other[at]!));
}

function compare(text: string, issuer: readonly Rdn[]): IssuerMatch {
  const name = parseDistinguishedName(text);
  if (name === undefined) return 'malformed';
  return sameName(name.toReversed(), issuer) || sameName(name, issuer) ? 'same' : 'different';
}

/** The comparable form of an RDN; JSON quotes each part, so no value can imitate another. */
function keyOf(rdn: Rdn): string {
  return JSON.stringify(rdn.map(attributeKey).sort());
}

function attributeKey(attribute: NameAttribute): string {
  if ('der' in attribute) return JSON.stringify([attribute.oid, { der: attribute.der }]);
  const text = attribute.text.normalize('NFKC').toLowerCase().replaceAll(/ +/g, ' ').trim();
  return JSON.stringify([attribute.oid, text]);
}

function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
