import { hash } from 'node:crypto';
import { digestOf } from '../request/digest.js';
import { REQUEST_TARGET } from '../base/headers.js';
import { headerIn } from './request-dump.js';
import type { RequestDump } from './request-dump.js';

/** A wrong signing string, and the mistake that leads to it. */
interface Candidate {
  readonly text: string;
  readonly mistake: string;
}

/** Up to this many lines are tried in every order and in every subset. */
const linesMax = 6;

/**
 * Finds the usual mistake behind a signed hash: wrong signing strings are built and hashed until one
 * matches.
 *
 * @param names the names in the headers part
 * @param signedHash the SHA-256 in the signature
 * @returns the mistake in words; undefined when no usual mistake matches
 */
export function mistakeBehind(
  dump: RequestDump,
  names: readonly string[],
  signedHash: Buffer,
): string | undefined {
  const lines = names.map((name) => ({ name, value: valueOf(dump, name) }));
  for (const { text, mistake } of candidates(dump, lines)) {
    const encoded = [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf8')];
    if (encoded.some((octets) => hash('sha256', octets, 'buffer').equals(signedHash))) {
      return mistake;
    }
  }
  return undefined;
}

interface Line {
  readonly name: string;
  readonly value: string;
}

const joined = (lines: readonly Line[], newline = '\n', colon = ': ') =>
  lines.map(({ name, value }) => `${name}${colon}${value}`).join(newline);

function* candidates(dump: RequestDump, lines: readonly Line[]): Generator<Candidate> {
  const text = joined(lines);
  yield { text, mistake: 'The values hold letters beyond ASCII, signed in another encoding.' };
  yield { text: `${text}\n`, mistake: 'There is a line break after the last line: remove it.' };
  yield { text: joined(lines, '\r\n'), mistake: 'Lines end in CR LF: join them with LF alone.' };
  yield { text: `${joined(lines, '\r\n')}\r\n`, mistake: 'Lines end in CR LF: join them with LF.' };
  yield { text: joined(lines, ''), mistake: 'There is no line break between the lines.' };
  yield {
    text: joined(lines, ' '),
    mistake: 'There are spaces between the lines, no line breaks.',
  };
  yield { text: joined(lines, '\n', ':'), mistake: 'There has to be a space after each colon.' };
  yield { text: joined(lines, '\n', '='), mistake: 'Name and value are joined by ": ", not "=".' };
  yield {
    text: values(lines),
    mistake: 'Only the values are signed: each line begins with its name.',
  };
  yield* otherCase(dump, lines);
  const hex = hash('sha256', text, 'hex');
  yield { text: hex, mistake: 'The hash of the string is hashed again: sign the string itself.' };
  yield* changedValues(dump, lines);
  yield* otherLines(lines);
}

const values = (lines: readonly Line[]) => lines.map(({ value }) => value).join('\n');

/** Signing strings with some names as they are often written, and not in lower case. */
function* otherCase(dump: RequestDump, lines: readonly Line[]): Generator<Candidate> {
  const spellings = [(name: string) => spelledAsSent(dump, name), titleCase, usualCase, upperCase];
  const every = 2 ** lines.length - 1;
  for (const spelled of spellings) {
    const other = lines.map(({ name, value }) => ({ name: spelled(name), value }));
    const first = lines.length > linesMax ? every : 1;
    for (let chosen = first; chosen <= every; chosen += 1) {
      const mixed = lines.map((line, at) => ((chosen & (1 << at)) === 0 ? line : other[at]!));
      const wrong = mixed.map(({ name }) => name).filter((name) => name !== name.toLowerCase());
      if (wrong.length === 0) continue;
      yield {
        text: joined(mixed),
        mistake: `The names have to be in lower case in the signing string: it was signed with ${wrong.join(', ')}.`,
      };
    }
  }
}

const titleCase = (name: string) => name.replace(/(?<![a-z])[a-z]/g, (one) => one.toUpperCase());
const upperCase = (name: string) => name.toUpperCase();
/** As the specification writes the names. */
const usualCase = (name: string) =>
  titleCase(name).replace(/(?<![A-Za-z])(id|tpp|psu|uri)(?![a-z])/gi, (one) => one.toUpperCase());

/** Signing strings with another value of one header. */
function* changedValues(dump: RequestDump, lines: readonly Line[]): Generator<Candidate> {
  for (const [at, { name, value }] of lines.entries()) {
    for (const [other, how] of otherValues(dump, name, value)) {
      yield {
        text: joined(lines.with(at, { name, value: other })),
        mistake: `${name} was signed as "${other}" (${how}), but sent as "${value}".`,
      };
    }
  }
}

function otherValues(dump: RequestDump, name: string, value: string): [string, string][] {
  const path = dump.target.split('?')[0] ?? '';
  const method = dump.method.toLowerCase();
  const forTarget: [string, string][] = [
    [`${dump.method} ${dump.target}`, 'the method has to be in lower case'],
    [`${method} ${path}`, 'the query is part of it'],
    [`${method} ${decoded(dump.target)}`, 'it was decoded'],
    [dump.target, 'without the method'],
    ...absoluteTargets(dump).flatMap((address): [string, string][] => [
      [`${method} ${address}`, 'path and query only, without scheme and host'],
      [`${dump.method} ${address}`, 'path and query only, and the method in lower case'],
    ]),
  ];
  const forDigest: [string, string][] = [
    [digestOf(dump.body), 'the Digest of the body'],
    [digestOf(dump.body, 'SHA-512'), 'another Digest of the body'],
    [value.slice(value.indexOf('=') + 1), 'without its algorithm'],
  ];
  return [
    ['', 'no value'],
    [value.toLowerCase(), 'lower case'],
    [value.toUpperCase(), 'upper case'],
    [decoded(value), 'percent-decoded'],
    [encodeURI(value), 'percent-encoded'],
    [encodeURIComponent(value), 'percent-encoded'],
    [`${value} `, 'with a trailing space'],
    [`"${value}"`, 'in quotes'],
    ...(name === REQUEST_TARGET ? forTarget : []),
    ...(name === 'digest' ? forDigest : []),
  ];
}

/** The target with the host of the request line or of the Host header, with and without a scheme. */
function absoluteTargets(dump: RequestDump): readonly string[] {
  const host = dump.origin?.replace(/^https?:\/\//i, '') ?? headerIn(dump, 'host');
  if (host === undefined) return [];
  return [`https://${host}`, `http://${host}`, host].map((origin) => `${origin}${dump.target}`);
}

/** Signing strings with another order of the lines, or without some of them. */
function* otherLines(lines: readonly Line[]): Generator<Candidate> {
  if (lines.length > linesMax) return;
  const listed = lines.map(({ name }) => name).join(' ');
  for (let left = 1; left < 2 ** lines.length - 1; left += 1) {
    const kept = lines.filter((_, at) => (left & (1 << at)) === 0);
    const names = lines.filter((line) => !kept.includes(line)).map(({ name }) => name);
    const mistake = `The signing string has no line for ${names.join(', ')}, which headers lists.`;
    yield { text: joined(kept), mistake };
  }
  for (const order of orders(lines)) {
    const signed = order.map(({ name }) => name).join(' ');
    yield {
      text: joined(order),
      mistake: `Signed in the order "${signed}", listed as "${listed}".`,
    };
  }
}

function* orders(lines: readonly Line[]): Generator<readonly Line[]> {
  if (lines.length < 2) yield lines;
  for (const [at, first] of lines.entries()) {
    if (lines.length < 2) return;
    for (const rest of orders(lines.toSpliced(at, 1))) yield [first, ...rest];
  }
}

function valueOf(dump: RequestDump, name: string): string {
  if (name === REQUEST_TARGET) return `${dump.method.toLowerCase()} ${dump.target}`;
  return headerIn(dump, name) ?? '';
}

function spelledAsSent({ rawHeaders }: RequestDump, name: string): string {
  return rawHeaders.find((one, at) => at % 2 === 0 && one.toLowerCase() === name) ?? name;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The mistake behind a Digest header that does not match the body. Undefined when it is unusual. */
export function digestMistake(header: string, body: Buffer): string | undefined {
  const value = header.slice(header.indexOf('=') + 1);
  const text = body.toString('utf8');
  const candidates: readonly (readonly [string, string])[] = [
    [text.replace(/\r?\n$/, ''), 'the body without its last line break'],
    [`${text}\n`, 'the body with one more line break'],
    [text.replaceAll('\r\n', '\n'), 'the body with LF instead of CR LF'],
    [text.replaceAll(/(?<!\r)\n/g, '\r\n'), 'the body with CR LF instead of LF'],
    ['', 'an empty body'],
    ...reserialised(text).map((one) => [one, 'the same JSON written in another way'] as const),
  ];
  const named = candidates.find(([one]) => digestsOf(Buffer.from(one)).includes(value));
  if (named !== undefined) return `The Digest is that of ${named[1]}.`;
  const hex = [hash('sha256', body, 'hex'), hash('sha512', body, 'hex')];
  const ofHex = hex.flatMap((one) => [one, Buffer.from(one).toString('base64')]);
  return ofHex.includes(value) ? 'The Digest holds the hexadecimal text of the hash.' : undefined;
}

function digestsOf(octets: Buffer): readonly string[] {
  return [hash('sha256', octets, 'base64'), hash('sha512', octets, 'base64')];
}

function reserialised(text: string): readonly string[] {
  try {
    const json: unknown = JSON.parse(text);
    return [undefined, 2, 4, '\t'].map((indent) => JSON.stringify(json, null, indent));
  } catch {
    return [];
  }
}

/** The first difference between the bank's signing string and another one, in words. */
export function firstDifference(bank: Buffer, own: Buffer): string {
  if (bank.equals(own)) return 'Yours is the same, octet by octet.';
  let at = 0;
  while (at < bank.length && at < own.length && bank[at] === own[at]) at += 1;
  const line = bank.subarray(0, at).toString('latin1').split('\n').length;
  const around = (octets: Buffer) =>
    at >= octets.length ? 'it ends' : JSON.stringify(octets.toString('latin1', at, at + 16));
  return `Yours differs first at octet ${String(at)}, line ${String(line)}: the bank has ${around(bank)}, yours ${around(own)}.`;
}
