import { hash } from 'node:crypto';
import { digestOf, REQUEST_TARGET } from '@nordgate/signature';
import { headerIn } from './request-dump.js';
import type { RequestDump } from './request-dump.js';

/** A string that may have been signed instead of the right one, and the mistake it comes from. */
interface Candidate {
  readonly text: string;
  readonly mistake: string;
}

/** Lines are put in every order, and left out in every way, up to so many. */
const linesMax = 6;

/**
 * Finds the usual mistake that led to a signed hash: signing strings with that mistake are made and
 * hashed until one agrees.
 *
 * @param names what the headers part lists
 * @param signedHash the SHA-256 that the signature holds
 * @returns the mistake in words; undefined when it is none of the usual ones
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
  yield { text: `${text}\n`, mistake: 'There is a line break behind the last line: leave it out.' };
  yield { text: joined(lines, '\r\n'), mistake: 'Lines end in CR LF: join them with LF alone.' };
  yield { text: `${joined(lines, '\r\n')}\r\n`, mistake: 'Lines end in CR LF: join them with LF.' };
  yield { text: joined(lines, ''), mistake: 'There is no line break between the lines.' };
  yield {
    text: joined(lines, ' '),
    mistake: 'There are spaces between the lines, no line breaks.',
  };
  yield { text: joined(lines, '\n', ':'), mistake: 'There has to be a space behind each colon.' };
  yield { text: joined(lines, '\n', '='), mistake: 'Name and value are joined by ": ", not "=".' };
  yield {
    text: values(lines),
    mistake: 'Only the values are signed: each line begins with its name.',
  };
  const asSent = lines.map(({ name, value }) => ({ name: spelledAsSent(dump, name), value }));
  yield {
    text: joined(asSent),
    mistake: 'The names have to be in lower case in the signing string.',
  };
  const hex = hash('sha256', text, 'hex');
  yield { text: hex, mistake: 'The hash of the string is hashed again: sign the string itself.' };
  yield* changedValues(dump, lines);
  yield* otherLines(lines);
}

const values = (lines: readonly Line[]) => lines.map(({ value }) => value).join('\n');

/** One header was signed with another value than it was sent with. */
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
    [`${value} `, 'a space behind it'],
    [`"${value}"`, 'in quotes'],
    ...(name === REQUEST_TARGET ? forTarget : []),
    ...(name === 'digest' ? forDigest : []),
  ];
}

/** Other lines than the listed ones: another order, or some left out. */
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
