import { once } from 'node:events';
import { connect } from 'node:net';
import { setUp } from '../../testing/psu-steps.js';
import { startTestSca } from '../../testing/test-sca.int.js';
import type { TestSca } from '../../testing/test-sca.int.js';
import { siteLanguages } from '../language/site-language.js';
import { textsOf } from '../language/texts.js';
import type { SiteErrorKind } from './site-error.js';

let sca: TestSca;
beforeAll(async () => {
  sca = await startTestSca({
    limits: { headersWithinMs: 1_000, requestWithinMs: 1_000, checkEveryMs: 50 },
  });
});
beforeEach(() => setUp(sca));
afterAll(() => sca.stop());

/** Everything that the site answers to bytes on a new connection, until it ends the connection. */
async function answerTo(bytes: string): Promise<string> {
  const { hostname, port } = new URL(sca.url);
  const socket = connect({ host: hostname, port: Number(port), family: 4 });
  const parts: Buffer[] = [];
  socket.on('error', () => undefined).on('data', (part: Buffer) => void parts.push(part));
  socket.write(bytes);
  await once(socket, 'close');
  return Buffer.concat(parts).toString();
}

const host = 'host: bank';
const close = 'connection: close';
const form = 'content-type: application/x-www-form-urlencoded';

/** A request: its line, headers after Accept-Language, its body. */
interface Sent {
  readonly line?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
}

const post = 'POST /my/log-in HTTP/1.1';
const chunked = [host, form, 'transfer-encoding: chunked'];

const cases: readonly (readonly [what: string, Sent, status: number, SiteErrorKind])[] = [
  ['a header block of 17 KiB', { headers: [host, `x: ${'y'.repeat(17_000)}`] }, 431, 'too-large'],
  ['an address of 17 KiB', { line: `GET /${'u'.repeat(17_000)} HTTP/1.1` }, 431, 'too-large'],
  ['a line that is no request', { line: 'HELLO' }, 400, 'bad-request'],
  ['a header without a colon', { headers: [host, 'nothing'] }, 400, 'bad-request'],
  ['no Host', { headers: [close] }, 400, 'bad-request'],
  ['a method of nobody', { line: 'PAY /my HTTP/1.1' }, 400, 'bad-request'],
  [
    'two lengths',
    { headers: [host, 'content-length: 1', 'content-length: 2'] },
    400,
    'bad-request',
  ],
  [
    'a length and chunks',
    { line: post, headers: [...chunked, 'content-length: 1'] },
    400,
    'bad-request',
  ],
  ['a chunk without a size', { line: post, headers: chunked, body: 'z\r\n' }, 400, 'bad-request'],
  [
    'endless chunk extensions',
    { line: post, headers: chunked, body: `1;${'e'.repeat(17_000)}\r\n \r\n0\r\n\r\n` },
    413,
    'bad-request',
  ],
  [
    'a form beyond its bound',
    { line: post, headers: [host, close, form, 'content-length: 16385'], body: 'a'.repeat(16_385) },
    413,
    'bad-request',
  ],
  [
    'another body than a form',
    {
      line: post,
      headers: [host, close, 'content-type: application/json', 'content-length: 2'],
      body: '{}',
    },
    415,
    'bad-request',
  ],
  ['an expectation', { headers: [host, 'expect: the-unexpected'] }, 417, 'bad-request'],
  [
    'a transfer coding that nobody knows',
    { line: post, headers: [host, form, 'transfer-encoding: gzip'] },
    501,
    'bad-request',
  ],
  [
    'a form that does not arrive',
    { line: post, headers: [host, form, 'content-length: 9'] },
    408,
    'too-slow',
  ],
  ['an unknown path', { line: 'GET /nothing HTTP/1.1', headers: [host, close] }, 404, 'not-found'],
  [
    'an address that cannot be decoded',
    { line: 'GET /sign/%zz HTTP/1.1', headers: [host, close] },
    404,
    'not-found',
  ],
  ['another method', { line: 'PUT /my HTTP/1.1', headers: [host, close] }, 404, 'not-found'],
];

const inLanguages = cases.flatMap(([what, sent, status, kind], at) =>
  // Each case in one language, and each language in the cases.
  [siteLanguages[at % siteLanguages.length] ?? 'en'].map(
    (language) => [what, language, sent, status, kind] as const,
  ),
);

describe('the answer of the site to bytes on a socket', () => {
  it.each(inLanguages)(
    'is its page with all security headers: %s, in %s',
    async (_what, language, sent, status, kind) => {
      const { line = 'GET /my HTTP/1.1', headers = [host], body = '' } = sent;
      const head = [line, `accept-language: ${language}`, ...headers].join('\r\n');
      const answer = await answerTo(`${head}\r\n\r\n${body}`);
      expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${String(status)}`);
      const [fields = '', page = ''] = answer.split('\r\n\r\n');
      expect(fields).toMatch(/\r\ncontent-type: text\/html; charset=utf-8\r\n/i);
      expect(fields).toMatch(/\r\ncontent-security-policy: default-src 'none'; style-src 'self'/i);
      expect(fields).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
      expect(page).toContain(`<html lang="${language}">`);
      expect(page).toMatch(/<link rel="stylesheet" href="\/assets\/site-[0-9a-f]+\.css">/);
      expect(page).toContain(`<h1>${textsOf(language)(`page.${kind}`)}</h1>`);
    },
  );

  it('is in the language of the bank where the headers that name another do not end', async () => {
    const answer = await answerTo(`GET /my HTTP/1.1\r\naccept-language: sv\r\n${host}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain(`<h1>${textsOf('en')('page.too-slow')}</h1>`);
  });

  it('is shown in every language of the site', () => {
    expect(new Set(inLanguages.map(([, language]) => language))).toEqual(new Set(siteLanguages));
  });
});
