import { connect } from 'node:net';
import { checkAnswer, signingCertificate } from '@nordgate/signature';
import { aDomesticPayment, singlePath } from '@nordgate/testing';
import { request } from 'undici';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const psu = { 'psu-id': '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10', 'tpp-session-id': 's-1' };
const published = '/.well-known/nordgate/response-seal.pem';

describe('the answers of the one-process bank', () => {
  let test: TestBank;
  beforeAll(async () => {
    test = await startTestBank();
  });
  afterAll(() => test.stop());

  /** The answer's bytes, and what is wrong with its seal. */
  async function exchange(method: 'GET' | 'POST' | 'HEAD' | 'DELETE', path: string, call: object) {
    const signed = test.tpp.signed({ method: method, path, ...call });
    const { statusCode, headers, body } = await request(`${test.bank.gatewayUrl}${path}`, {
      method,
      headers: signed.headers,
      body: signed.body ?? null,
    });
    const bytes = Buffer.from(await body.arrayBuffer());
    const rawHeaders = Object.entries(headers).flatMap(([name, value]) =>
      [value ?? ''].flat().flatMap((one) => [name, one]),
    );
    const fault = checkAnswer({
      rawHeaders,
      body: method === 'HEAD' ? undefined : bytes,
      now: new Date(),
      certificate: signingCertificate(test.bank.trust.bankSeal.certificate),
      requestId: signed.headers['x-request-id'] ?? '',
    });
    return { statusCode, headers, bytes, fault };
  }

  it.each<[number, 'GET' | 'POST' | 'HEAD' | 'DELETE', string, object]>([
    [201, 'POST', singlePath, { body: aDomesticPayment(), headers: psu }],
    [200, 'GET', '/v1/sandbox/customers', {}],
    [200, 'HEAD', '/v1/sandbox/customers', {}],
    [400, 'POST', singlePath, { body: '{', headers: psu }],
    [401, 'GET', '/v1/user', {}],
    [404, 'GET', `${singlePath}/unknown`, { headers: psu }],
    [406, 'GET', '/v1/sandbox/customers', { headers: { accept: 'text/html' } }],
  ])('of %i to %s %s have the seal of the bank', async (status, method, path, call) => {
    const { statusCode, fault } = await exchange(method, path, call);
    expect([statusCode, fault]).toEqual([status, undefined]);
  });

  it.each<[number, 'GET' | 'POST' | 'DELETE', string, object]>([
    [400, 'GET', '/v1/user', { sign: { now: new Date(0) } }],
    [400, 'GET', '/v1/%zz', {}],
    [404, 'GET', '/v1/nowhere', {}],
    [405, 'DELETE', '/v1/user', {}],
    [413, 'POST', singlePath, { body: ' '.repeat(2 * 1024 * 1024), headers: psu }],
  ])('of %i to %s %s have no seal, as nothing is verified yet', async (status, ...request) => {
    const { statusCode, headers } = await exchange(...request);
    expect([statusCode, headers['signature'], headers['digest']]).toEqual([
      status,
      undefined,
      undefined,
    ]);
  });

  it('have one Date header, which is signed', async () => {
    const { port, hostname } = new URL(test.bank.gatewayUrl);
    const { headers } = test.tpp.signed({ method: 'GET', path: '/v1/user' });
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const text = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname);
      let seen = '';
      socket.on('data', (part) => (seen += part.toString('latin1')));
      socket.on('end', () => resolve(seen));
      socket.write('GET /v1/user HTTP/1.1\r\nhost: bank\r\nconnection: close\r\n');
      socket.write(`${lines.join('')}\r\n`);
    });
    expect(text.match(/^date: /gim)).toHaveLength(1);
    expect(text.match(/^signature: =\?utf-8\?B\?/gim)).toHaveLength(1);
  });

  it('can be checked with the published certificate', async () => {
    const answer = await request(`${test.bank.gatewayUrl}${published}`);
    expect(await answer.body.text()).toBe(test.bank.trust.bankSeal.certificate);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pem-certificate-chain',
      'cache-control': 'public, max-age=3600',
    });
    expect(answer.headers['signature']).toBeUndefined();
  });

  it('are not sealed without a configured seal, and no certificate is published', async () => {
    const plain = await startTestBank({ seal: 'off' });
    try {
      const answer = await plain.tpp.call({ method: 'GET', path: '/v1/sandbox/customers' });
      expect(answer.status).toBe(200);
      expect(answer.headers).not.toHaveProperty('signature');
      expect((await request(`${plain.bank.gatewayUrl}${published}`)).statusCode).toBe(404);
    } finally {
      await plain.stop();
    }
  });
});
