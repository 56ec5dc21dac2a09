import { isUtf8 } from 'node:buffer';
import { attributeNameOf, attributeTypeOf } from './attribute-types.js';
import { readDer, TAG } from '../base/der.js';
import { attributeFromDer, type NameAttribute, type Rdn } from './name-attribute.js';

/** Longest name that is parsed, in characters. */
const NAME_LENGTH_MAX = 1024;

/** The position of the scanner in the text. Every reader below advances it. */
interface Cursor {
  readonly text: string;
  at: number;
}

/**
 * Parses a distinguished name as in RFC 2253 or RFC 4514: escapes, hex pairs (bytes of UTF-8),
 * `#` with hexadecimal DER, quoted values, RDNs of several attributes, spaces around separators,
 * `;` as a separator. Types are known names or dotted numbers.
 *
 * @returns the RDNs in the order of the text (RFC 2253 writes the least significant first);
 * undefined when malformed, empty or longer than 1024 characters
 */
export function parseDistinguishedName(text: string): readonly Rdn[] | undefined {
  if (text.length > NAME_LENGTH_MAX) return undefined;
  const cursor: Cursor = { text, at: 0 };
  const rdns: NameAttribute[][] = [];
  let rdn: NameAttribute[] = [];
  for (;;) {
    const attribute = readAttribute(cursor);
    if (attribute === undefined) return undefined;
    rdn.push(attribute);
    const separator = text[cursor.at];
    cursor.at += 1;
    if (separator === '+') continue;
    rdns.push(rdn);
    rdn = [];
    if (separator === undefined) return rdns;
  }
}

/**
 * Writes a name as in RFC 2253: last RDN first, special characters escaped, other characters as
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

/** Reads `type=value` and stops at the separator behind it or at the end. */
function readAttribute(cursor: Cursor): NameAttribute | undefined {
  const equals = cursor.text.indexOf('=', cursor.at);
  if (equals < 0) return undefined;
  const oid = attributeTypeOf(cursor.text.slice(cursor.at, equals).trim());
  if (oid === undefined) return undefined;
  cursor.at = equals + 1;
  skipSpaces(cursor);
  const attribute = readValue(cursor, oid);
  skipSpaces(cursor);
  return isSeparator(cursor.text[cursor.at]) ? attribute : undefined;
}

function readValue(cursor: Cursor, oid: string): NameAttribute | undefined {
  const first = cursor.text[cursor.at];
  if (first === '#') return readHexValue(cursor, oid);
  const bytes = first === '"' ? readQuoted(cursor) : readPlain(cursor);
  if (bytes === undefined) return undefined;
  const buffer = Buffer.from(bytes, 'latin1');
  return isUtf8(buffer) ? { oid, text: buffer.toString('utf8') } : undefined;
}

function readHexValue(cursor: Cursor, oid: string): NameAttribute | undefined {
  const start = cursor.at + 1;
  cursor.at = start;
  while (isHexDigit(cursor.text[cursor.at])) cursor.at += 1;
  const hex = cursor.text.slice(start, cursor.at);
  const value = hex.length % 2 === 0 ? readDer(Buffer.from(hex, 'hex')) : undefined;
  return value && attributeFromDer(oid, value);
}

/** A value is collected as bytes, one latin1 character each, because hex pairs stand for bytes. */
function readQuoted(cursor: Cursor): string | undefined {
  let bytes = '';
  cursor.at += 1;
  while (cursor.at < cursor.text.length) {
    if (cursor.text[cursor.at] === '"') {
      cursor.at += 1;
      return bytes;
    }
    const read = readCharacter(cursor);
    if (read === undefined) return undefined;
    bytes += read;
  }
  return undefined;
}

function readPlain(cursor: Cursor): string | undefined {
  let bytes = '';
  let lengthWithoutTrailingSpace = 0;
  while (!isSeparator(cursor.text[cursor.at])) {
    const character = cursor.text[cursor.at]!;
    if (character === '"' || character === '<' || character === '>') return undefined;
    const read = readCharacter(cursor);
    if (read === undefined) return undefined;
    bytes += read;
    if (character !== ' ') lengthWithoutTrailingSpace = bytes.length;
  }
  return bytes.slice(0, lengthWithoutTrailingSpace);
}

/** One character, escaped or not, as its UTF-8 bytes. */
function readCharacter(cursor: Cursor): string | undefined {
  const { text } = cursor;
  if (text[cursor.at] !== '\\') {
    const code = text.codePointAt(cursor.at)!;
    const character = String.fromCodePoint(code);
    cursor.at += character.length;
    return code < 0x80 ? character : Buffer.from(character, 'utf8').toString('latin1');
  }
  const escaped = text[cursor.at + 1];
  if (isHexDigit(escaped) && isHexDigit(text[cursor.at + 2])) {
    const byte = Number.parseInt(text.slice(cursor.at + 1, cursor.at + 3), 16);
    cursor.at += 3;
    return String.fromCharCode(byte);
  }
  if (escaped === undefined || !',=+<>#;"\\ '.includes(escaped)) return undefined;
  cursor.at += 2;
  return escaped;
}

function skipSpaces(cursor: Cursor): void {
  while (cursor.text[cursor.at] === ' ') cursor.at += 1;
}

function isSeparator(character: string | undefined): boolean {
  return character === undefined || character === ',' || character === ';' || character === '+';
}

function isHexDigit(character: string | undefined): boolean {
  return character !== undefined && /^[0-9A-Fa-f]$/.test(character);
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
  return (
    text
      .replaceAll(/[,+"\\<>;]/g, '\\$&')
      // The end before the start: a value that is one space has its escape once.
      .replace(/(?<!^) $/, '\\ ')
      .replace(/^[ #]/, '\\$&')
      .replaceAll(/\p{Cc}/gu, (control) =>
        [...Buffer.from(control, 'utf8')]
          .map((byte) => `\\${byte.toString(16).padStart(2, '0')}`)
          .join(''),
      )
  );
}

function utf8StringDer(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  const size = bytes.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([TAG.utf8String, ...length]), bytes]).toString('hex');
}
