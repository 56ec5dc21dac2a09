import { isUtf8 } from 'node:buffer';
import { decodeBase64, hasControlCharacter } from '../base/headers.js';
import { refuse, type RefusalReason, type SignatureRefusal } from '../base/refusal.js';
import { decodeEncodedWords, isEncodedWord } from './rfc2047.js';

/**
 * The signature algorithms of the interface: RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017), and for answers
 * also ECDSA on P-256 with SHA-256 (FIPS 186-5). The names are those of draft-cavage-http-signatures.
 */
export type SignatureAlgorithm = 'rsa-sha256' | 'ecdsa-sha256';

/** The algorithms of a kind of message, by the accepted spellings of their names in lower case. */
export type AlgorithmSpellings = ReadonlyMap<string, SignatureAlgorithm>;

/**
 * Accepted spellings of the `algorithm` part of requests, in lower case (specification section 5 point
 * 4). The second is the Java name, which a client library in the field sends. Whatever the part names,
 * we compute rsa-sha256 only.
 */
const ALGORITHM_BY_SPELLING: AlgorithmSpellings = new Map([
  ['rsa-sha256', 'rsa-sha256'],
  ['sha256withrsa', 'rsa-sha256'],
]);

/** The spellings that the bank writes into answers: the key of its certificate decides which. */
export const ANSWER_ALGORITHMS: AlgorithmSpellings = new Map([
  ['rsa-sha256', 'rsa-sha256'],
  ['ecdsa-sha256', 'ecdsa-sha256'],
]);

/** The accepted spellings, in lower case. */
export const ALGORITHM_SPELLINGS: readonly string[] = [...ALGORITHM_BY_SPELLING.keys()];

/** The four parts of a Signature header, specification section 5 point 4. */
export interface SignatureParts {
  /** As written, DN escapes included. */
  readonly keyId: string;
  readonly algorithm: SignatureAlgorithm;
  /** Lower-case names in signing order, all different. */
  readonly headers: readonly string[];
  readonly signature: Buffer;
}

/** Longest Signature header as received, and longest after RFC 2047 decoding; characters. */
const SIGNATURE_LENGTH_MAX = 8192;
const TEXT_LENGTH_MAX = 4096;
const KEY_ID_LENGTH_MAX = 1024;
const HEADERS_MAX = 32;
const PATH = 'Signature';

/**
 * Reads a Signature header, plain or as RFC 2047 words. Each part comes once, in the order keyId,
 * algorithm, headers, signature. Spaces may follow a comma.
 *
 * @param value the header as Node gives it, one character per octet
 * @param algorithms the accepted algorithms; default: those of requests
 * @returns the parts; or a refusal `header-too-long`, `encoded-word-malformed`,
 * `signature-malformed`, `key-id-missing`, `algorithm-unsupported`, `header-list-malformed` or
 * `signature-value-malformed`
 */
export function parseSignatureHeader(
  value: string,
  algorithms: AlgorithmSpellings = ALGORITHM_BY_SPELLING,
): SignatureParts | SignatureRefusal {
  if (value.length > SIGNATURE_LENGTH_MAX) return refuse('header-too-long', PATH);
  const text = isEncodedWord(value) ? decodeEncodedWords(value) : plainText(value);
  if (text === undefined) return refuse('encoded-word-malformed', PATH);
  if (text.length > TEXT_LENGTH_MAX) return refuse('header-too-long', PATH);
  const parts = splitParts(text);
  return typeof parts === 'string' ? refuse(parts, PATH) : readParts(parts, algorithms);
}

type RawParts = readonly [keyId: string, algorithm: string, headers: string, signature: string];

const PART_STARTS = ['keyId="', 'algorithm="', 'headers="', 'signature="'] as const;

/** One pass from left to right. It keeps every backslash: they belong to the name in keyId. */
function splitParts(text: string): RawParts | RefusalReason {
  if (text.startsWith(PART_STARTS[1])) return 'key-id-missing';
  const values: string[] = [];
  let at = 0;
  for (const partStart of PART_STARTS) {
    if (at > 0) at = afterComma(text, at);
    if (!text.startsWith(partStart, at)) return 'signature-malformed';
    const start = at + partStart.length;
    const end = closingQuote(text, start);
    if (end < 0) return 'signature-malformed';
    values.push(text.slice(start, end));
    at = end + 1;
  }
  const [keyId, algorithm, headers, signature] = values;
  if (at !== text.length || signature === undefined) return 'signature-malformed';
  return [keyId!, algorithm!, headers!, signature];
}

/** Index of the next part; the index of a missing comma itself, where no part can start. */
function afterComma(text: string, comma: number): number {
  if (text[comma] !== ',') return comma;
  let at = comma + 1;
  while (text[at] === ' ') at += 1;
  return at;
}

/** Finds the quote that ends a value; a quote behind a backslash is part of the name in keyId. */
function closingQuote(text: string, start: number): number {
  const quote = text.indexOf('"', start);
  const backslash = text.indexOf('\\', start);
  if (backslash < 0 || backslash > quote) return quote;
  for (let at = backslash; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '"') return at;
  }
  return -1;
}

function readParts(
  [keyId, algorithmName, list, value]: RawParts,
  algorithms: AlgorithmSpellings,
): SignatureParts | SignatureRefusal {
  if (keyId.length > KEY_ID_LENGTH_MAX) return refuse('header-too-long', PATH);
  const algorithm = algorithms.get(algorithmName.toLowerCase());
  if (algorithm === undefined) return refuse('algorithm-unsupported', PATH);
  const headers = list.toLowerCase().split(' ', HEADERS_MAX + 1);
  if (headers.length > HEADERS_MAX || headers.includes('') || hasRepetition(headers)) {
    return refuse('header-list-malformed', PATH);
  }
  const signature = decodeBase64(value);
  if (signature === undefined || signature.length === 0) {
    return refuse('signature-value-malformed', PATH);
  }
  return { keyId, algorithm, headers, signature };
}

function hasRepetition(names: readonly string[]): boolean {
  return names.some((name, index) => names.indexOf(name) !== index);
}

/** An unwrapped value with octets above 127 is read as UTF-8 when valid, else as ISO-8859-1. */
function plainText(value: string): string | undefined {
  const octets = Buffer.from(value, 'latin1');
  const text = isUtf8(octets) ? octets.toString('utf8') : value;
  return hasControlCharacter(text) ? undefined : text;
}
