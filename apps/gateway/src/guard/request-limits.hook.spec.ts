import { aDomesticPayment, singlePath } from '@nordgate/testing';
import { TppClient } from '@nordgate/tpp-client';
import type { TppCall } from '@nordgate/tpp-client';
import { bytesOf, openSocket, rawRequest, receivedBy, statusesIn } from '../testing/raw-request.js';
import { startStubbedGateway } from '../testing/stubbed-gateway.js';
import type { StubbedGateway } from '../testing/stubbed-gateway.js';
import { defaultLimits } from './request-limits.hook.js';

const host = 'host: bank';
const close = 'connection: close';
const psu = { 'psu-context': 'PRIVATE' };
const payment: TppCall = {
  method: 'POST',
  path: singlePath,
  body: aDomesticPayment(),
  headers: psu,
};

describe('the limits of a request', () => {
  let gateway: StubbedGateway;
  let tpp: TppClient;
  beforeAll(async () => {
    gateway = await startStubbedGateway();
    const identity = await gateway.newSeal('PSDNO-FSA-900000001');
    tpp = new TppClient({
      baseUrl: gateway.url,
      identity,
      redirectUri: 'https://tpp.example/back',
    });
  });
  afterAll(() => gateway.stop());
  afterEach(() => void gateway.bus.sent.splice(0));

  const signed = (call: TppCall = payment) => {
    const { headers, body } = tpp.signed(call);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    return {
      lines: [`${call.method} ${call.path} HTTP/1.1`, host, ...lines],
      body: body ?? Buffer.alloc(0),
    };
  };
  const withLength = ({ lines, body }: ReturnType<typeof signed>, ...further: string[]) =>
    bytesOf([...lines, `content-length: ${String(body.length)}`, ...further], body);

  it('let a complete payment through', async () => {
    const received = await rawRequest(gateway.url, withLength(signed(), close));
    expect(statusesIn(received)).toEqual([201]);
    expect(gateway.bus.sent).toHaveLength(1);
  });

  const get = (...lines: string[]) => bytesOf(['GET /v1/user HTTP/1.1', host, close, ...lines]);
  const many = (count: number) => Array.from({ length: count }, (_, i) => `x-${String(i)}: 1`);
  const chunked = (...chunks: string[]) =>
    bytesOf(
      [
        `POST ${singlePath} HTTP/1.1`,
        host,
        close,
        'content-type: application/json',
        'transfer-encoding: chunked',
      ],
      chunks.join(''),
    );

  it.each<[string, Buffer, number, string]>([
    ['a header block of 17 KiB', get(`x: ${'y'.repeat(17_000)}`), 431, 'BAD_REQUEST'],
    ['one header of 13 KB', get(`x-long: ${'y'.repeat(13_000)}`), 431, 'BAD_REQUEST'],
    ['a header of 12 288 bytes', get(`x: ${'y'.repeat(12_288)}`), 400, 'HTTP_HEADER_REQUIRED'],
    ['101 headers', get(...many(99)), 431, 'BAD_REQUEST'],
    ['100 headers', get(...many(98)), 400, 'HTTP_HEADER_REQUIRED'],
    [
      'a URL of 12 289',
      bytesOf([`GET /${'u'.repeat(12_288)} HTTP/1.1`, host, close]),
      414,
      'BAD_REQUEST',
    ],
    [
      'a URL of 12 288',
      bytesOf([`GET /${'u'.repeat(12_287)} HTTP/1.1`, host, close]),
      404,
      'NOT_FOUND',
    ],
    ['no Host', bytesOf(['GET /v1/user HTTP/1.1', close]), 400, 'HTTP_HEADER_REQUIRED'],
    ['two lengths', get('content-length: 1', 'content-length: 2'), 400, 'BAD_REQUEST'],
    [
      'length and chunks',
      get('content-length: 1', 'transfer-encoding: chunked'),
      400,
      'BAD_REQUEST',
    ],
    ['a method of our own', bytesOf(['PAY /v1/user HTTP/1.1', host, close]), 400, 'BAD_REQUEST'],
    ['TRACE', bytesOf(['TRACE /v1/user HTTP/1.1', host, close]), 405, 'BAD_REQUEST'],
    ['an expectation', get('expect: the-unexpected'), 417, 'BAD_REQUEST'],
    [
      'a length beyond 64 KiB',
      bytesOf(
        [
          `POST ${singlePath} HTTP/1.1`,
          host,
          close,
          'content-type: application/json',
          'content-length: 65537',
        ],
        ' '.repeat(65_537),
      ),
      413,
      'BAD_REQUEST',
    ],
    ['a chunk without a size', chunked('z\r\n'), 400, 'BAD_REQUEST'],
    [
      'endless chunk extensions',
      chunked(`1;${'e'.repeat(17_000)}\r\n \r\n0\r\n\r\n`),
      413,
      'BAD_REQUEST',
    ],
  ])('%s is answered from the code list', async (_what, bytes, status, code) => {
    const received = await rawRequest(gateway.url, bytes);
    expect(statusesIn(received)).toEqual([status]);
    expect(received).toMatch(/\r\ncontent-type: application\/json; charset=utf-8\r\n/i);
    expect(received).toContain(`"code":"${code}"`);
    expect(gateway.bus.sent).toEqual([]);
  });

  it('accept a body in chunks and check its digest', async () => {
    const inChunks = ({ lines, body }: ReturnType<typeof signed>) => {
      const half = body.length >> 1;
      const [first, second] = [body.subarray(0, half), body.subarray(half)];
      const chunks = [first, second].map(
        (part) => `${part.length.toString(16)}\r\n${String(part)}\r\n`,
      );
      return bytesOf(
        [...lines, 'transfer-encoding: chunked', close],
        `${chunks.join('')}0\r\n\r\n`,
      );
    };
    const one = signed();
    expect(statusesIn(await rawRequest(gateway.url, inChunks(one)))).toEqual([201]);
    const other = Buffer.from(String(one.body).replace('125.50', '925.50'));
    const changed = await rawRequest(gateway.url, inChunks({ ...one, body: other }));
    expect(statusesIn(changed)).toEqual([400]);
    expect(gateway.bus.sent).toHaveLength(1);
  });

  it('answer 408 to slow headers, and to a slow body of a TPP', async () => {
    const limits = { headersWithinMs: 50, requestWithinMs: 50, checkEveryMs: 20 };
    const hasty = await startStubbedGateway({ limits });
    try {
      const identity = await hasty.newSeal('PSDNO-FSA-900000001');
      const redirectUri = 'https://tpp.example/back';
      const slow = new TppClient({ baseUrl: hasty.url, identity, redirectUri });
      const { headers } = slow.signed(payment);
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      const head = [`POST ${singlePath} HTTP/1.1`, host, ...lines, 'content-length: 900'];
      for (const beginning of [bytesOf(head, '{'), `GET /v1/user HTTP/1.1\r\n${host}\r\n`]) {
        const received = await rawRequest(hasty.url, beginning);
        expect(statusesIn(received)).toEqual([408]);
        expect(received).toContain('"code":"BAD_REQUEST"');
      }
    } finally {
      await hasty.stop();
    }
  });

  it('answer pipelined requests in their order', async () => {
    const unknown = bytesOf(['GET /v1/nowhere HTTP/1.1', host]);
    const bytes = Buffer.concat([withLength(signed()), unknown, withLength(signed(), close)]);
    expect(statusesIn(await rawRequest(gateway.url, bytes))).toEqual([201, 404, 201]);
    expect(gateway.bus.sent).toHaveLength(2);
  });

  it('answer a request before the malformed one that follows it', async () => {
    const bytes = Buffer.concat([withLength(signed()), Buffer.from('\u0001 nonsense\r\n\r\n')]);
    expect(statusesIn(await rawRequest(gateway.url, bytes))).toEqual([201, 400]);
  });

  it.each([
    ['of all addresses', { connectionsMax: 1 }],
    ['of one address', { connectionsPerAddressMax: 1 }],
  ])('limit the number of connections %s', async (_whose, limits) => {
    const narrow = await startStubbedGateway({ limits });
    try {
      const first = openSocket(narrow.url);
      first.write(bytesOf(['GET /health/live HTTP/1.1', host]));
      await new Promise((resolve) => first.once('data', resolve));
      expect(await receivedBy(openSocket(narrow.url))).toBe('');
      first.destroy();
    } finally {
      await narrow.stop();
    }
  });

  it('exempt the connections of trusted proxies from the cap of one address', async () => {
    const trustedProxies = '127.0.0.0/8';
    const limits = { connectionsPerAddressMax: 1 };
    const narrow = await startStubbedGateway({ limits, trustedProxies });
    const sockets = [openSocket(narrow.url), openSocket(narrow.url)];
    try {
      for (const socket of sockets) {
        socket.write(bytesOf(['GET /health/live HTTP/1.1', host]));
        const answer = await new Promise((resolve) => socket.once('data', resolve));
        expect(statusesIn(String(answer))).toEqual([200]);
      }
    } finally {
      for (const socket of sockets) socket.destroy();
      await narrow.stop();
    }
  });

  it('admit 100 connections of one address by default', () => {
    expect(defaultLimits.connectionsPerAddressMax).toBe(100);
  });
});
