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

const strings = /"[^"\\]*(?:\\.[^"\\]*)*"/g;

/** Numbers that JavaScript may not keep as they are written: digits after a point, exponents, 16 digits. */
const doubtful = /\d\.\d|\d[eE]|\d{16}|-0/;

/** An escape of the zero character, which no text of PostgreSQL can hold. */
const zeroEscape = /(?<!\\)(?:\\\\)*\\u0000/;

/** @throws SqlError 22P02 and 22P05 */
export function parseJson(text: string): unknown {
  if (zeroEscape.test(text)) {
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

/** Dates and times look like such numbers, and stand in strings. */
const hasDoubtfulNumber = (text: string): boolean =>
  doubtful.test(text) && doubtful.test(text.replaceAll(strings, ''));

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
  if (Array.isArray(json)) return `[${json.map(write).join(', ')}]`;
  if (json === null || typeof json !== 'object') return jsonString(json);
  const object = json as Readonly<Record<string, unknown>>;
  const keys = Object.keys(object).sort(byJsonbOrder);
  return `{${keys.map((key) => `${jsonString(key)}: ${write(object[key])}`).join(', ')}}`;
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
  return { key: JSON.parse(piece.slice(0, end)) as string, text: piece.slice(colon + 1).trim() };
}

/** Behind the string that begins here. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

/** The comma or closing bracket that ends the part which begins here. */
function partEnd(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const character = text[at];
    if (character === '"') {
      at = stringEnd(text, at);
      continue;
    }
    if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') {
      if (depth === 0) return at;
      depth--;
    } else if (character === ',' && depth === 0) return at;
    at++;
  }
  return at;
}

/** The part with this key, or at this place of an array; the last of equal keys. */
export function jsonPart(text: string, key: string | number): string | undefined {
  const parts = jsonParts(text);
  if (!parts) return undefined;
  if (typeof key === 'string') return parts.findLast((part) => part.key === key)?.text;
  if (parts[0]?.key !== undefined) return undefined;
  return parts.at(key)?.text;
}
