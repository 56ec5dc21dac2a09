import type { JsonValue } from '../../values.js';
import { SqlError } from '../../values.js';
import { missing } from '../tree.js';
import { compareText } from './text-order.js';

const bytesOf = (text: string): number => Buffer.byteLength(text);

const byJsonbOrder = (left: string, right: string): number =>
  bytesOf(left) - bytesOf(right) || compareText(left, right);

const invalid = (text: string, cause: unknown): SqlError =>
  new SqlError('22P02', 'invalid input syntax for type json', {
    detail: `${String(cause)}: ${text.slice(0, 60)}`,
  });

/** Numbers that JavaScript may not keep as they are written: digits after a point, exponents, 16 digits. */
const doubtful = /\d\.\d|\d[eE]|\d{16}|-0/;

/** An escape of the zero character, which no text of PostgreSQL can hold. */
const zeroEscape = /(?<!\\)(?:\\\\)*\\u0000/;

const hasZeroEscape = (text: string): boolean =>
  text.includes(String.raw`\u0000`) && zeroEscape.test(text);

/** @throws SqlError 22P02 and 22P05 */
export function parseJson(text: string): unknown {
  if (hasZeroEscape(text)) {
    const detail = String.raw`\u0000 cannot be converted to text.`;
    throw new SqlError('22P05', 'unsupported Unicode escape sequence', { detail });
  }
  try {
    return hasDoubtfulNumber(text) ? JSON.parse(text, keepNumber) : JSON.parse(text);
  } catch (cause) {
    if (cause instanceof SqlError) throw cause;
    throw invalid(text, cause);
  }
}

/** Dates, times and ids look like such numbers, and stand in strings. */
function hasDoubtfulNumber(text: string): boolean {
  if (!doubtful.test(text)) return false;
  let outside = '';
  let from = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', from)) {
    outside += text.slice(from, at);
    from = stringEnd(text, at);
  }
  return doubtful.test(outside + text.slice(from));
}

function keepNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  if (String(value) !== context.source) throw missing(`jsonb number ${context.source}`);
  return value;
}

/** The text of a jsonb value, with its own order of keys: by length, then by bytes. */
export function jsonbText({ json }: JsonValue): string {
  return write(json);
}

function write(json: unknown): string {
  if (json === null || typeof json !== 'object') return jsonString(json);
  if (Array.isArray(json)) return `[${json.map(write).join(', ')}]`;
  const object = json as Readonly<Record<string, unknown>>;
  let text = '{';
  for (const { key, opening } of membersOf(Object.keys(object))) {
    text += `${text === '{' ? '' : ', '}${opening}${write(object[key])}`;
  }
  return `${text}}`;
}

/** A key, and how a member with it begins. */
interface Opening {
  readonly key: string;
  readonly opening: string;
}

/** The members of objects in the order of jsonb, by their keys as they came: few kinds of objects are written many times. */
const known = new Map<string, readonly Opening[]>();
const knownMax = 10_000;

function membersOf(keys: readonly string[]): readonly Opening[] {
  const kind = keys.join('\0');
  let members = known.get(kind);
  if (members === undefined) {
    members = keys.toSorted(byJsonbOrder).map((key) => ({ key, opening: `${jsonString(key)}: ` }));
    // Ids may be keys, too.
    if (known.size < knownMax) known.set(kind, members);
  }
  return members;
}

/** PostgreSQL writes DEL and lone characters as JavaScript does, so a scalar is written by JSON.stringify. */
export const jsonString = (scalar: unknown): string => JSON.stringify(scalar);

/** A part of an array or object as it stands in a JSON text. */
export interface JsonPart {
  readonly key: string | undefined;
  readonly text: string;
}

/** The parts of a JSON text, each as it is written; nothing when the text is a scalar. */
export function jsonParts(text: string): JsonPart[] | undefined {
  const start = text.search(/\S/);
  const open = text[start];
  if (open !== '{' && open !== '[') return undefined;
  const parts: JsonPart[] = [];
  let at = start + 1;
  while (at < text.length) {
    const end = partEnd(text, at);
    const piece = text.slice(at, end).trim();
    if (piece !== '') parts.push(open === '{' ? member(piece) : { key: undefined, text: piece });
    if (text[end] !== ',') return parts;
    at = end + 1;
  }
  return parts;
}

function member(piece: string): JsonPart {
  const end = stringEnd(piece, 0);
  const colon = piece.indexOf(':', end);
  const quoted = piece.slice(0, end);
  const key = quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
  return { key, text: piece.slice(colon + 1).trim() };
}

/** Codes of characters: texts of one character would be made for each of them. */
const codes = {
  ...{ quote: 34, comma: 44, backslash: 92 },
  ...{ openArray: 91, closeArray: 93, openObject: 123, closeObject: 125 },
} as const;

/** Behind the string that begins here. */
function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === codes.backslash) escapes += 1;
    if (escapes % 2 === 0) return at + 1;
  }
  return text.length;
}

/** The comma or closing bracket that ends the part which begins here. */
function partEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case codes.quote:
        at = stringEnd(text, at) - 1;
        break;
      case codes.openArray:
      case codes.openObject:
        depth += 1;
        break;
      case codes.closeArray:
      case codes.closeObject:
        if (depth === 0) return at;
        depth -= 1;
        break;
      case codes.comma:
        if (depth === 0) return at;
    }
  }
  return text.length;
}

/** The part with this key, or at this place of an array; the last of equal keys. */
export function jsonPart(text: string, key: string | number): string | undefined {
  const parts = jsonParts(text);
  if (!parts) return undefined;
  if (typeof key === 'string') return parts.findLast((part) => part.key === key)?.text;
  if (parts[0]?.key !== undefined) return undefined;
  return parts.at(key)?.text;
}
