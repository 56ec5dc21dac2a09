import { headerTable } from '@nordgate/gateway/edge-readers';

/** A header that the gateway reads, and a value that it accepts; empty where none is known. */
export interface ReadHeader {
  readonly name: string;
  readonly valid: string;
}

/** The headers of HTTP, of proxies and of traces: the gateway, Fastify or Node read them before the signature. */
const transportHeaders: readonly ReadHeader[] = [
  { name: 'Authorization', valid: 'Bearer a' },
  { name: 'Baggage', valid: 'a=b' },
  { name: 'Connection', valid: 'close' },
  { name: 'Content-Encoding', valid: 'identity' },
  { name: 'Content-Length', valid: '' },
  { name: 'Content-Type', valid: 'application/json; charset=utf-8' },
  { name: 'Cookie', valid: 'a=b' },
  { name: 'Expect', valid: '' },
  { name: 'Forwarded', valid: 'for=192.0.2.1' },
  { name: 'If-None-Match', valid: '"a"' },
  { name: 'Keep-Alive', valid: 'timeout=5' },
  { name: 'Origin', valid: 'https://tpp.example' },
  { name: 'TE', valid: 'trailers' },
  { name: 'Traceparent', valid: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
  { name: 'Tracestate', valid: 'a=b' },
  { name: 'Transfer-Encoding', valid: '' },
  { name: 'Upgrade', valid: 'h2c' },
  { name: 'User-Agent', valid: 'tpp/1.0' },
  { name: 'X-Forwarded-For', valid: '192.0.2.1' },
  { name: 'X-Forwarded-Host', valid: 'bank.example' },
  { name: 'X-Forwarded-Proto', valid: 'https' },
];

/** Every header that the gateway reads: those of its table, and those of the transport. */
export const readHeaders: readonly ReadHeader[] = [
  ...headerTable.map(({ name, form }) => ({ name, valid: form.schema.examples?.[0] ?? '' })),
  ...transportHeaders,
];

/** The longest value that the gateway reads has 12,288 characters; the other headers need the rest of 16 KiB. */
const length = 12_000;

const repeated = (piece: string): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** Pieces of which hostile values are made: what expressions skip, split at, or match in two ways. */
const pieces = [
  ...['\u00a0', ' ', '\t', ' \u00a0', 'a', '0', '9', '%', '%4', '%41', '%ff', '\u00ff'],
  ...[
    ',',
    ', ',
    'a,',
    ',a;',
    ';',
    '; ',
    ';q=',
    ';q=0.',
    '=',
    '==',
    ':',
    '::',
    ':1',
    '.',
    '1.',
    '..',
  ],
  ...['-', 'a-', '_', '/', '//', 'a/', '*', '*/*,', '+', '?', '&', '#', '@', '|', '~', '!'],
  ...['"', "'", '\\', '\\"', '\\\\a', '="', '",', '(', '()', '((a', ')', '[', '[]', '{', '<', '>'],
  ...[
    '=?',
    '=?a?Q?',
    '=?utf-8?B?',
    '?= =?',
    '=20',
    'CN=',
    ',O=',
    '+O=',
    'keyId="',
    ' GMT',
    'Fri, ',
  ],
];

/** Hostile values of a header: each filling, also behind a value that is accepted, with an end that no form allows. */
export function hostileValuesOf({ valid }: ReadHeader): readonly string[] {
  return pieces.flatMap((piece) => {
    const filling = repeated(piece);
    const starts = valid === '' ? [''] : ['', valid];
    return starts.map((start) => `${start}${filling.slice(start.length + 1)}!`);
  });
}
