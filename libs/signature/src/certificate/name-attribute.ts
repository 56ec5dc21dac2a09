import { isUtf8 } from 'node:buffer';
import { membersOf, oidOf, readDer, TAG, type DerValue } from '../base/der.js';

/**
 * One attribute of a name: the type as dotted numbers, and the value as text. A value whose ASN.1
 * type is not a string is kept as hexadecimal DER.
 */
export type NameAttribute =
  | { readonly oid: string; readonly text: string }
  | { readonly oid: string; readonly der: string };

/** A relative distinguished name: its attributes, nearly always one. */
export type Rdn = readonly NameAttribute[];

const RDNS_MAX = 64;

/** Decoders of the ASN.1 string types by tag; TeletexString is read as ISO-8859-1, as is usual. */
const STRINGS: ReadonlyMap<number, (bytes: Buffer) => string | undefined> = new Map([
  [TAG.utf8String, (bytes: Buffer) => (isUtf8(bytes) ? bytes.toString('utf8') : undefined)],
  [0x12, ascii],
  [0x13, ascii],
  [0x14, (bytes: Buffer) => bytes.toString('latin1')],
  [0x16, ascii],
  [0x1a, ascii],
  [0x1e, bmp],
]);

/**
 * Makes a name attribute from the DER of its value, as in a certificate or behind `#` in a
 * written name (RFC 2253 section 2.4).
 *
 * @returns undefined when a string value holds bytes that its type does not allow
 */
export function attributeFromDer(oid: string, value: DerValue): NameAttribute | undefined {
  const decode = STRINGS.get(value.tag);
  if (decode === undefined) return { oid, der: value.raw.toString('hex') };
  const text = decode(value.body);
  return text === undefined ? undefined : { oid, text };
}

/**
 * Reads the DER of a Name (RFC 5280 section 4.1.2.4).
 *
 * @returns the RDNs in certificate order, most significant first; undefined when malformed
 */
export function parseName(der: Buffer): readonly Rdn[] | undefined {
  const sets = membersOf(readDer(der), TAG.sequence);
  if (sets === undefined || sets.length > RDNS_MAX) return undefined;
  const rdns = sets.map(parseRdn);
  return rdns.every((rdn) => rdn !== undefined) ? rdns : undefined;
}

/** Collects the text values of one attribute type over all RDNs, in order. */
export function textsOf(name: readonly Rdn[], oid: string): readonly string[] {
  return name
    .flat()
    .flatMap((attribute) => (attribute.oid === oid && 'text' in attribute ? attribute.text : []));
}

function parseRdn(set: DerValue): Rdn | undefined {
  const attributes = membersOf(set, TAG.set)?.map(parseAttribute);
  if (attributes === undefined || attributes.length === 0) return undefined;
  return attributes.every((attribute) => attribute !== undefined) ? attributes : undefined;
}

function parseAttribute(pair: DerValue): NameAttribute | undefined {
  const [type, value, ...rest] = membersOf(pair, TAG.sequence) ?? [];
  const oid = oidOf(type);
  if (oid === undefined || value === undefined || rest.length > 0) return undefined;
  return attributeFromDer(oid, value);
}

function ascii(bytes: Buffer): string | undefined {
  return bytes.every((byte) => byte < 0x80) ? bytes.toString('latin1') : undefined;
}

function bmp(bytes: Buffer): string | undefined {
  return bytes.length % 2 === 0 ? Buffer.from(bytes).swap16().toString('utf16le') : undefined;
}
