import { attributeNameOf } from './attribute-types.js';
import { TAG } from './der.js';
import type { NameAttribute, Rdn } from './name-attribute.js';

/**
 * Writes a name as RFC 2253 says: last RDN first, special characters escaped, other characters as
 * they are, and types without a short name as dotted numbers with hexadecimal DER.
 *
 * @param name RDNs in certificate order, as `parseName` gives them
 */
export function formatDistinguishedName(name: readonly Rdn[]): string {
  return name
    .toReversed()
    .map((rdn) => rdn.map(formatAttribute).join('+'))
    .join(',');
}

function formatAttribute(attribute: NameAttribute): string {
  if ('der' in attribute) return `${attribute.oid}=#${attribute.der}`;
  const name = attributeNameOf(attribute.oid);
  return name === undefined
    ? `${attribute.oid}=#${utf8StringDer(attribute.text)}`
    : `${name}=${escaped(attribute.text)}`;
}

/** RFC 2253 section 2.4; control characters become hex pairs, since headers cannot hold them. */
function escaped(text: string): string {
  return text
    .replaceAll(/[,+"\\<>;]/g, '\\$&')
    .replace(/^[ #]/, '\\$&')
    .replace(/(?<!^) $/, '\\ ')
    .replaceAll(/\p{Cc}/gu, (control) =>
      [...Buffer.from(control, 'utf8')]
        .map((octet) => `\\${octet.toString(16).padStart(2, '0')}`)
        .join(''),
    );
}

function utf8StringDer(text: string): string {
  const octets = Buffer.from(text, 'utf8');
  const size = octets.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([TAG.utf8String, ...length]), octets]).toString('hex');
}
