import { isUtf8 } from 'node:buffer';
import { decodeBase64, hasControlCharacter } from '../base/headers.js';

/** Character sets that the specification allows for an encoded header (section 5 point 7). */
export type WordCharset = 'utf-8' | 'iso-8859-1';

/** RFC 2047 section 4: base64, or the quoted-printable variant. */
export type WordEncoding = 'B' | 'Q';

const WORDS_MAX = 128;
const CHARSETS = new Set<string>(['utf-8', 'iso-8859-1']);

/** Tells whether a header value starts as an RFC 2047 encoded word. */
export function isEncodedWord(value: string): boolean {
  return value.startsWith('=?');
}

/**
 * Decodes one or several RFC 2047 encoded words with white space between them. A word may be longer
 * than 75 characters, as in the specification's own form. All words must name the same character
 * set. Their octets are joined before decoding, so a character may be split over two words.
 *
 * @returns the text; undefined when a word is malformed, the character set is not allowed or changes,
 * the octets are not valid text, or the text holds control characters
 */
export function decodeEncodedWords(value: string): string | undefined {
  const pieces: Buffer[] = [];
  let charset: string | undefined;
  let at = 0;
  while (at < value.length) {
    const word = wordAt(value, at);
    if (word === undefined || pieces.length === WORDS_MAX) return undefined;
    charset ??= word.charset;
    if (word.charset !== charset) return undefined;
    pieces.push(word.octets);
    at = skipSpace(value, word.end);
    if (at === word.end && at < value.length) return undefined;
  }
  if (charset === undefined) return undefined;
  const text = textOf(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces), charset);
  return text === undefined || hasControlCharacter(text) ? undefined : text;
}

/**
 * Wraps text into one RFC 2047 encoded word, the form of specification section 5 point 7.
 *
 * @throws RangeError when ISO-8859-1 cannot express the text
 */
export function encodeWord(
  text: string,
  charset: WordCharset = 'utf-8',
  encoding: WordEncoding = 'B',
): string {
  const octets = Buffer.from(text, charset === 'utf-8' ? 'utf8' : 'latin1');
  if (textOf(octets, charset) !== text) throw new RangeError(`The text does not fit ${charset}.`);
  const encoded = encoding === 'B' ? octets.toString('base64') : quoted(octets);
  return `=?${charset}?${encoding}?${encoded}?=`;
}

interface Word {
  readonly charset: string;
  readonly octets: Buffer;
  /** Index of the first character after the word. */
  readonly end: number;
}

function wordAt(value: string, start: number): Word | undefined {
  if (!value.startsWith('=?', start)) return undefined;
  const charsetEnd = value.indexOf('?', start + 2);
  if (charsetEnd < 0 || value[charsetEnd + 2] !== '?') return undefined;
  const charset = value.slice(start + 2, charsetEnd).toLowerCase();
  if (!CHARSETS.has(charset)) return undefined;
  const textEnd = value.indexOf('?', charsetEnd + 3);
  if (textEnd < 0 || value[textEnd + 1] !== '=') return undefined;
  const octets = octetsOf(value.slice(charsetEnd + 3, textEnd), value[charsetEnd + 1]!);
  return octets && { charset, octets, end: textEnd + 2 };
}

function octetsOf(text: string, encoding: string): Buffer | undefined {
  if (encoding === 'B' || encoding === 'b') return decodeBase64(text);
  if (encoding === 'Q' || encoding === 'q') return unquoted(text);
  return undefined;
}

/** RFC 2047 section 4.2: `_` is a space, `=XX` an octet, other visible ASCII stands for itself. */
function unquoted(text: string): Buffer | undefined {
  let octets = '';
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x21 || code > 0x7e) return undefined;
    if (text[at] === '=') {
      const octet = Number.parseInt(text.slice(at + 1, at + 3), 16);
      if (!/^[0-9A-Fa-f]{2}$/.test(text.slice(at + 1, at + 3))) return undefined;
      octets += String.fromCharCode(octet);
      at += 2;
    } else {
      octets += text[at] === '_' ? ' ' : text[at]!;
    }
  }
  return Buffer.from(octets, 'latin1');
}

function quoted(octets: Buffer): string {
  let text = '';
  for (const octet of octets) {
    const character = String.fromCharCode(octet);
    if (character === ' ') text += '_';
    else if (/^[A-Za-z0-9!*+\-/]$/.test(character)) text += character;
    else text += `=${octet.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return text;
}

function textOf(octets: Buffer, charset: string): string | undefined {
  if (charset === 'iso-8859-1') return octets.toString('latin1');
  return isUtf8(octets) ? octets.toString('utf8') : undefined;
}

function skipSpace(value: string, start: number): number {
  let at = start;
  while (value[at] === ' ' || value[at] === '\t') at += 1;
  return at;
}
