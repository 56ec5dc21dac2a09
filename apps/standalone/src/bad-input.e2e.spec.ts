import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import {
  aDomesticPayment,
  aPeriodicPayment,
  codesOf,
  periodicPath,
  singlePath,
} from '@nordgate/testing';
import type { TppAnswer } from '@nordgate/tpp-client';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const psu = { 'psu-id': randomUUID(), 'tpp-session-id': 's-1' };

describe('bad input', () => {
  let test: TestBank;
  beforeAll(async () => {
    test = await startTestBank();
  });
  afterAll(() => test.stop());

  const post = (path: string, body: object | string | Buffer, headers: object = {}) =>
    test.tpp.call({ method: 'POST', path, body, headers: { ...psu, ...headers } });
  const seen = (answer: TppAnswer) => [answer.status, codesOf(answer)];
  const pathsOf = ({ json }: TppAnswer) =>
    (json as { tppMessages: { path?: string }[] }).tppMessages.map(({ path }) => path);

  it.each([
    ['malformed JSON', '{"creditorName": '],
    ['an empty body', ''],
    ['no object', '[]'],
    ['a repeated member', '{"creditorName":"a","creditorName":"b"}'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['deep nesting', `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`],
  ])('%s is FORMAT_ERROR', async (_what, body) => {
    expect(seen(await post(singlePath, body))).toEqual([400, ['FORMAT_ERROR']]);
  });

  it('names every fault of a body with its JSON pointer', async () => {
    const body = aDomesticPayment({
      creditorNam: 'misspelt',
      instructedAmount: { amount: '10.505', currency: 'NOK' },
      debtorAccount: { bban: '12345678901', currency: 'NOK' },
    });
    const answer = await post(singlePath, body);
    expect(answer.status).toBe(400);
    expect(pathsOf(answer)).toEqual(
      expect.arrayContaining(['/creditorNam', '/instructedAmount/amount', '/debtorAccount/bban']),
    );
  });

  it('an emoji is refused with its path (specification section 1)', async () => {
    const answer = await post(singlePath, aDomesticPayment({ creditorName: 'Kari 🎉' }));
    expect([answer.status, pathsOf(answer)]).toEqual([400, ['/creditorName']]);
  });

  it('a date in the past is EXECUTION_DATE_INVALID', async () => {
    const body = aPeriodicPayment({ startDate: '2020-01-01' });
    expect(seen(await post(periodicPath, body))).toEqual([400, ['EXECUTION_DATE_INVALID']]);
  });

  it.each([
    ['xml', 'application/xml'],
    ['a form', 'application/x-www-form-urlencoded'],
    ['text', 'text/plain'],
  ])('%s as content type is 415', async (_what, type) => {
    const answer = await post(singlePath, '<a/>', { 'content-type': type });
    expect(seen(answer)).toEqual([415, ['BAD_REQUEST']]);
  });

  it('a body beyond 1 MiB is 413', async () => {
    const answer = await post(singlePath, Buffer.alloc(1024 * 1024 + 1, 0x20));
    expect(seen(answer)).toEqual([413, ['BAD_REQUEST']]);
  });

  /** Sends a GET or DELETE with a body of any type, signed with the Digest of `digested`. */
  async function sendWithBody(method: 'GET' | 'DELETE', body: Buffer, digested = body) {
    const path = '/v1/bank-offered-consents/unknown';
    const { headers } = test.tpp.signed({ method, path, body: digested });
    const sent = { ...headers, 'content-type': 'text/plain', 'content-length': body.length };
    const lines = Object.entries(sent).map(([name, value]) => `${name}: ${String(value)}`);
    const head = [`${method} ${path} HTTP/1.1`, 'host: bank', 'connection: close', ...lines, ''];
    const answer = await rawRequest(test.bank.gatewayUrl, [...head, body.toString('latin1')]);
    return [answer.slice(9, 12), /"code":"(\w+)"/.exec(answer)?.[1]];
  }

  describe.each(['GET', 'DELETE'] as const)('the body of a %s', (method) => {
    it('is ignored, of any media type and up to 64 KiB', async () => {
      const bodies = [Buffer.from('<a/>'), Buffer.alloc(64 * 1024, 0x20)];
      for (const body of bodies) {
        expect(await sendWithBody(method, body)).toEqual(['404', 'RESOURCE_UNKNOWN']);
      }
    });

    it('is refused when its Digest does not match', async () => {
      const answer = await sendWithBody(method, Buffer.from('{"a":1}'), Buffer.from('{"a":2}'));
      expect(answer).toEqual(['400', 'BAD_REQUEST']);
    });

    it('is 413 beyond 64 KiB', async () => {
      const answer = await sendWithBody(method, Buffer.alloc(64 * 1024 + 1, 0x20));
      expect(answer).toEqual(['413', 'BAD_REQUEST']);
    });
  });

  it('an unknown path is 404, an unknown product PRODUCT_UNKNOWN, another method 405', async () => {
    const nowhere = await test.tpp.call({ method: 'GET', path: '/v1/nowhere' });
    expect(seen(nowhere)).toEqual([404, ['NOT_FOUND']]);
    const product = await post('/v1/payments/no-such-product', aDomesticPayment());
    expect(seen(product)).toEqual([404, ['PRODUCT_UNKNOWN']]);
    const method = await test.tpp.call({ method: 'PUT', path: '/v1/signing-baskets' });
    expect(seen(method)).toEqual([405, ['BAD_REQUEST']]);
    expect(method.headers['allow']).toBe('POST');
  });

  it.each(['x-request-id', 'tpp-redirect-uri', 'psu-ip-address', 'x-accept-fix', 'psu-id'])(
    'a missing %s is HTTP_HEADER_REQUIRED',
    async (name) => {
      const answer = await post(singlePath, aDomesticPayment(), { [name]: undefined });
      expect(answer.status).toBe(400);
      expect(codesOf(answer)).toContain('HTTP_HEADER_REQUIRED');
      expect(pathsOf(answer).map((path) => path?.toLowerCase())).toContain(name);
    },
  );

  it('a duplicate signed header is refused', async () => {
    const { headers, body } = test.tpp.signed({
      method: 'POST',
      path: singlePath,
      body: aDomesticPayment(),
      headers: psu,
    });
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const answer = await rawRequest(test.bank.gatewayUrl, [
      `POST ${singlePath} HTTP/1.1`,
      'host: bank',
      'connection: close',
      ...lines,
      `psu-id: ${randomUUID()}`,
      `content-length: ${String(body?.length ?? 0)}`,
      '',
      String(body),
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('FORMAT_ERROR');
  });

  it.each([
    ['without a serial', 'CA=CN=Nobody', 'FORMAT_ERROR'],
    ['of another certificate', 'SN=0A,CA=CN=Nobody', 'BAD_REQUEST'],
  ])('a keyId %s is 400', async (_what, keyId, code) => {
    const answer = await test.tpp.call({
      method: 'POST',
      path: singlePath,
      body: aDomesticPayment(),
      headers: psu,
      sign: { keyId },
    });
    expect(seen(answer)).toEqual([400, [code]]);
  });

  it.each([
    ['with a wrong check digit', '97104133219', '2345677', 'KID_INVALID'],
    ['that is missing where the creditor demands one', '15030088880', undefined, 'KID_MISSING'],
  ])('a KID %s is 400', async (_what, bban, reference, code) => {
    const remittance = reference && { remittanceInformationStructuredArray: [{ reference }] };
    const noText = { remittanceInformationUnstructured: undefined };
    const creditorAccount = { bban, currency: 'NOK' };
    const answer = await test.tpp.call({
      method: 'POST',
      path: singlePath,
      body: aDomesticPayment({ ...noText, creditorAccount, ...remittance }),
      headers: psu,
    });
    expect(seen(answer)).toEqual([400, [code]]);
  });

  it('a TPP without the role is FORBIDDEN', async () => {
    const reader = await test.newTpp('PSDNO-FSA-900000088', ['PSP_AI']);
    const answer = await reader.call({
      method: 'POST',
      path: singlePath,
      body: aDomesticPayment(),
      headers: psu,
    });
    expect(seen(answer)).toEqual([403, ['FORBIDDEN']]);
  });

  it.each([
    ['no id at all', 'x'],
    ['a long one', 'A'.repeat(5000)],
    ['percent signs', '%00%ff'],
    ['quotes', "';drop table es.event;--"],
  ])('%s as a payment id is unknown', async (_what, id) => {
    const path = `${singlePath}/${encodeURIComponent(id)}/status`;
    const answer = await test.tpp.call({ method: 'GET', path, headers: psu });
    expect([400, 404]).toContain(answer.status);
    expect(codesOf(answer)).toHaveLength(1);
  });

  it.each([
    ['more headers than are read', ['GET /v1/user HTTP/1.1', `x: ${'y'.repeat(40_000)}`], 431],
    ['no HTTP at all', ['\u0001\u0002 nonsense'], 400],
    ['a bare line feed in a header', ['GET /v1/user HTTP/1.1', 'date: a\nb: c'], 400],
  ])('%s is answered with tppMessages', async (_what, lines, status) => {
    const answer = await rawRequest(test.bank.gatewayUrl, [...lines, '', '']);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${String(status)} `));
    expect(answer).toContain('"code":"');
  });

  it('never shows internal details', async () => {
    const answers = await Promise.all([
      post(singlePath, '{'),
      post('/v1/payments/..%2f..%2fetc', aDomesticPayment()),
      test.tpp.call({ method: 'GET', path: '/v1/payments/%E0%A4%A' }),
    ]);
    for (const { status, text } of answers) {
      expect(status).toBeLessThan(500);
      expect(text).not.toMatch(/node_modules|Error:|\.ts\b|select /);
    }
  });
});

async function rawRequest(url: string, lines: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(lines.join('\r\n'));
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
