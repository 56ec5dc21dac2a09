import { hash } from 'node:crypto';
import type { Value } from '../../values.js';
import { SqlError } from '../../values.js';
import { missing } from '../tree.js';
import { regexOf } from '../types/patterns.js';
import { writerOf } from '../types/text-out.js';
import { textOf } from '../types/casts.js';
import { builtin, bound } from './builtin.js';

const text = (value: Value | undefined): string => value as string;
const number = (value: Value | undefined): number => value as number;
const characters = (value: Value | undefined): string[] => [...text(value)];

function padded(source: string, length: number, fill: string): string {
  const kept = [...source].slice(0, Math.max(length, 0));
  const missingCount = length - kept.length;
  if (missingCount <= 0 || fill === '') return kept.join('');
  const filler = [...fill.repeat(Math.ceil(missingCount / [...fill].length))];
  return filler.slice(0, missingCount).join('') + kept.join('');
}

/** The substring that a regular expression finds: its first group when it has one. */
function matched([source, pattern]: readonly Value[]): Value {
  const found = regexOf(text(pattern), '').exec(text(source));
  if (!found) return null;
  return found.length > 1 ? (found[1] ?? null) : found[0];
}

function part([source, start, length]: readonly Value[]): Value {
  const from = number(start) - 1;
  const to = length === undefined ? Infinity : from + number(length);
  if (to < from) throw new SqlError('22011', 'negative substring length not allowed');
  return characters(source).slice(Math.max(from, 0), Math.max(to, 0)).join('');
}

function splitPart([source, delimiter, field]: readonly Value[]): Value {
  const at = number(field);
  if (at === 0) throw new SqlError('22023', 'field position must not be zero');
  const parts = text(delimiter) === '' ? [text(source)] : text(source).split(text(delimiter));
  return parts.at(at > 0 ? at - 1 : at) ?? '';
}

function replaced([source, pattern, by, flags]: readonly Value[]): Value {
  const modes = flags === undefined ? '' : text(flags);
  if (!/^[gi]*$/.test(modes)) throw missing(`flags ${modes} of regexp_replace`);
  const replacement = text(by)
    .replaceAll('$', '$$$$')
    .replaceAll(/\\(\d)/g, '$$$1')
    .replaceAll('\\&', '$$&');
  return text(source).replace(regexOf(text(pattern), modes), replacement);
}

function conversion(kind: string, written: string | null): string {
  if (kind === 's') return written ?? '';
  if (kind === 'L') return written === null ? 'NULL' : `'${written.replaceAll("'", "''")}'`;
  if (kind === 'I' && written !== null && /^[a-z_][a-z0-9_]*$/.test(written)) return written;
  throw missing(`conversion %${kind} of format`);
}

/** format() with the conversions %s, %I and %L in order. */
function formatted(types: readonly string[]): (values: readonly Value[]) => Value {
  const writers = types.map((type) => textOf(type));
  return (values) => {
    if (values[0] === null) return null;
    let at = 0;
    return text(values[0]).replaceAll(/%(.)/g, (_whole, kind: string) => {
      if (kind === '%') return '%';
      at++;
      if (at >= values.length) throw new SqlError('22023', 'too few arguments for format()');
      const value = values[at] ?? null;
      return conversion(kind, value === null ? null : (writers[at]?.(value) as string));
    });
  };
}

function concatenated(types: readonly string[]): (values: readonly Value[]) => Value {
  const writers = types.map((type) => writerOf(type));
  return (values) =>
    values.map((value, at) => (value === null ? '' : (writers[at]?.(value) ?? ''))).join('');
}

/** encode(). PostgreSQL breaks lines of base64 after 76 characters. */
function encoded(bytes: Buffer, format: string): string {
  if (format === 'hex') return bytes.toString('hex');
  if (format === 'base64') return bytes.toString('base64').replaceAll(/(.{76})(?=.)/g, '$1\n');
  throw missing(`encode in ${format}`);
}

export const textFunctions = [
  builtin('left(text, int4) text', ([source, count]) =>
    characters(source).slice(0, number(count)).join(''),
  ),
  builtin('right(text, int4) text', ([source, count]) => {
    const all = characters(source);
    return all
      .slice(number(count) > 0 ? Math.max(all.length - number(count), 0) : -number(count))
      .join('');
  }),
  builtin('substring(text, text) text', matched),
  builtin('substring(text, int4) text', part),
  builtin('substring(text, int4, int4) text', part),
  builtin('position(text, text) int4', ([source, wanted]) => {
    const at = text(source).indexOf(text(wanted));
    return at < 0 ? 0 : [...text(source).slice(0, at)].length + 1;
  }),
  builtin('length(text) int4', ([source]) => characters(source).length),
  builtin('octet_length(text) int4', ([source]) => Buffer.byteLength(text(source))),
  builtin('octet_length(bytea) int4', ([bytes]) => (bytes as Buffer).length),
  builtin('lower(text) text', ([source]) => text(source).toLowerCase()),
  builtin('upper(text) text', ([source]) => text(source).toUpperCase()),
  builtin('replace(text, text, text) text', ([source, from, to]) =>
    text(from) === '' ? text(source) : text(source).replaceAll(text(from), () => text(to)),
  ),
  builtin('repeat(text, int4) text', ([source, count]) =>
    text(source).repeat(Math.max(number(count), 0)),
  ),
  builtin('lpad(text, int4, text) text', ([source, length, fill]) =>
    padded(text(source), number(length), text(fill)),
  ),
  builtin('split_part(text, text, int4) text', splitPart),
  builtin('regexp_replace(text, text, text) text', replaced),
  builtin('regexp_replace(text, text, text, text) text', replaced),
  builtin('sha256(bytea) bytea', ([bytes]) => hash('sha256', bytes as Buffer, 'buffer')),
  builtin('substring(bytea, int4, int4) bytea', ([bytes, start, length]) =>
    (bytes as Buffer).subarray(number(start) - 1, number(start) - 1 + number(length)),
  ),
  builtin('encode(bytea, text) text', ([bytes, format]) => encoded(bytes as Buffer, text(format))),
  builtin('chr(int4) text', ([code]) => String.fromCodePoint(number(code))),
  builtin('starts_with(text, text) bool', ([source, start]) =>
    text(source).startsWith(text(start)),
  ),
  builtin('btrim(text) text', ([source]) => text(source).replace(/^ +| +$/g, '')),
  bound('concat(...any) text', concatenated, { isStrict: false }),
  bound('format(text, ...any) text', formatted, { isStrict: false }),
  bound('format(text) text', formatted, { isStrict: false }),
  bound(
    'quote_literal(text) text',
    () =>
      ([source]) =>
        `'${text(source).replaceAll("'", "''")}'`,
  ),
];
