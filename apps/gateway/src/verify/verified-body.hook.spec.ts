import { once } from 'node:events';
import { aDomesticPayment, singlePath } from '@nordgate/testing';
import { TppClient } from '@nordgate/tpp-client';
import type { TppCall } from '@nordgate/tpp-client';
import { bytesOf, openSocket, rawRequest, receivedBy, statusesIn } from '../testing/raw-request.js';
import { startStubbedGateway } from '../testing/stubbed-gateway.js';
import type { StubbedGateway } from '../testing/stubbed-gateway.js';

const host = 'host: bank';
const json = 'content-type: application/json';
const bulkPath = '/v1/bulk-payments/norwegian-domestic-credit-transfers';
const half = '{"creditorName":';
const unsigned = (target: string, ...lines: string[]) => [
  `${target} HTTP/1.1`,
  host,
  json,
  ...lines,
];
const payment: TppCall = {
  method: 'POST',
  path: singlePath,
  body: aDomesticPayment(),
  headers: { 'psu-context': 'PRIVATE' },
};
const waits = 'expect: 100-continue';

describe('the body of a request', () => {
  let gateway: StubbedGateway;
  let tpp: TppClient;
  let other: TppClient;
  const tppOf = async (id: string) => {
    const identity = await gateway.newSeal(id);
    const redirectUri = 'https://tpp.example/back';
    return new TppClient({ baseUrl: gateway.url, identity, redirectUri });
  };
  beforeAll(async () => {
    const onePayment = JSON.stringify(payment.body).length;
    const rooms = { heldBytesMax: 1_200_000, heldBytesPerTppMax: onePayment };
    const limits = { ...rooms, reservedBytesMax: 0, reservedBytesPerTppMax: 0 };
    gateway = await startStubbedGateway({ limits });
    tpp = await tppOf('PSDNO-FSA-900000001');
    other = await tppOf('PSDNO-FSA-900000002');
  });
  afterAll(() => gateway.stop());
  afterEach(() => void gateway.bus.sent.splice(0));

  const signed = (client: TppClient, call: TppCall = payment) => {
    const { headers, body = Buffer.alloc(0) } = client.signed(call);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const head = [`${call.method} ${call.path} HTTP/1.1`, host, ...lines];
    return { head, body, length: `content-length: ${String(body.length)}` };
  };

  it.each<[string, number, string[]]>([
    ['chunks and no signature', 400, unsigned(`POST ${singlePath}`, 'transfer-encoding: chunked')],
    ['an unknown path', 404, unsigned('POST /v1/nowhere', 'content-length: 60000')],
    ['another method', 405, unsigned('PUT /v1/user', 'content-length: 60000')],
    ['too large a body', 413, unsigned(`POST ${singlePath}`, 'content-length: 65537')],
    ['an unsigned route', 200, unsigned('GET /health/live', 'content-length: 60000')],
  ])('is not waited for with %s, and the connection ends: %i', async (_what, status, lines) => {
    const isChunked = lines.includes('transfer-encoding: chunked');
    const part = isChunked ? `${half.length.toString(16)}\r\n${half}\r\n` : half;
    const received = await rawRequest(gateway.url, bytesOf(lines, part));
    expect(statusesIn(received)).toEqual([status]);
    expect(received).toMatch(/\r\nconnection: close\r\n/i);
  });

  it('is not waited for with no signature', async () => {
    const lines = unsigned(`POST ${singlePath}`, 'content-length: 60000');
    const received = await rawRequest(gateway.url, bytesOf(lines, half));
    expect(statusesIn(received)).toEqual([400]);
    expect(received).toContain('"code":"HTTP_HEADER_REQUIRED","path":"Signature"');
  });

  it('is not waited for with a signature of a stranger', async () => {
    const { head, length } = signed(tpp);
    const wrong = head.map((line) => (line.startsWith('x-request-id') ? 'x-request-id: 1' : line));
    const received = await rawRequest(gateway.url, bytesOf([...wrong, length], half));
    expect(statusesIn(received)).toEqual([400]);
    expect(received).toContain('"path":"Signature"');
  });

  it('is waited for with the signature of a TPP', async () => {
    const { head, body, length } = signed(tpp);
    const socket = openSocket(gateway.url);
    socket.write(bytesOf([...head, length, 'connection: close', waits]));
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(String(first)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write(body);
    expect(statusesIn(await receivedBy(socket))).toEqual([201]);
  });

  it('is not invited from a stranger that waits with it', async () => {
    const lines = unsigned(`POST ${singlePath}`, 'content-length: 60000', waits);
    expect(statusesIn(await rawRequest(gateway.url, bytesOf(lines)))).toEqual([400]);
  });

  it('keeps the connection of a refused request when it has arrived', async () => {
    const refused = bytesOf(unsigned(`POST ${singlePath}`, 'content-length: 2'), '{}');
    const { head, body, length } = signed(tpp);
    const accepted = bytesOf([...head, length, 'connection: close'], body);
    const received = await rawRequest(gateway.url, Buffer.concat([refused, refused, accepted]));
    expect(statusesIn(received)).toEqual([400, 400, 201]);
  });

  it('hides no further request behind the answer to a stranger', async () => {
    const { head, body, length } = signed(tpp);
    const socket = openSocket(gateway.url);
    socket.write(bytesOf(unsigned(`POST ${singlePath}`, 'content-length: 4'), '{'));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(statusesIn(String(answer))).toEqual([400]);
    socket.end(Buffer.concat([Buffer.from('{ }'), bytesOf([...head, length], body)]));
    await once(socket, 'close');
    expect(gateway.bus.sent).toEqual([]);
  });

  it('ends the connection of a stranger that goes on sending it', async () => {
    const socket = openSocket(gateway.url);
    socket.on('error', () => undefined).resume();
    socket.write(bytesOf(unsigned(`POST ${singlePath}`, 'content-length: 60000')));
    const sending = setInterval(() => socket.write(Buffer.alloc(1000)), 1);
    await once(socket, 'close');
    clearInterval(sending);
    expect(socket.bytesWritten).toBeGreaterThan(0);
  });

  describe('that is large', () => {
    const chunked = (client: TppClient, call: TppCall) => {
      const { head, body } = signed(client, call);
      const size = body.length.toString(16);
      const framed = Buffer.concat([
        Buffer.from(`${size}\r\n`),
        body,
        Buffer.from('\r\n0\r\n\r\n'),
      ]);
      return bytesOf([...head, 'transfer-encoding: chunked', 'connection: close'], framed);
    };
    const spaces = (count: number) => Buffer.alloc(count, ' ');
    let roomy: StubbedGateway;
    let large: TppClient;
    beforeAll(async () => {
      roomy = await startStubbedGateway();
      const identity = await roomy.newSeal('PSDNO-FSA-900000003');
      const redirectUri = 'https://tpp.example/back';
      large = new TppClient({ baseUrl: roomy.url, identity, redirectUri });
    });
    afterAll(() => roomy.stop());

    it.each<[string, number, number]>([
      [singlePath, 64 * 1024, 400],
      [singlePath, 64 * 1024 + 1, 413],
      [bulkPath, 1024 * 1024, 400],
      [bulkPath, 1024 * 1024 + 1, 413],
    ])('is read at %s with %i bytes or answered 413: %i', async (path, bytes, status) => {
      const call: TppCall = { ...payment, path, body: spaces(bytes) };
      const received = await rawRequest(roomy.url, chunked(large, call));
      expect(statusesIn(received)).toEqual([status]);
      expect(received).toContain(status === 413 ? '"code":"BAD_REQUEST"' : '"FORMAT_ERROR"');
    });
  });

  describe('that has not arrived yet', () => {
    it('takes the room of its TPP, but not that of others, until its connection ends', async () => {
      const { head, length } = signed(tpp);
      const slow = openSocket(gateway.url);
      slow.write(bytesOf([...head, length, waits]));
      await once(slow, 'data');
      const refused = await tpp.call(payment);
      expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2']);
      expect((await other.call(payment)).status).toBe(201);
      slow.destroy();
      let status = 503;
      while (status === 503) ({ status } = await tpp.call(payment));
      expect(status).toBe(201);
    });

    it('is answered 408 when it stops, and its room is free again', async () => {
      const hasty = await startStubbedGateway({ limits: { bodyWindowMs: 50 } });
      try {
        const identity = await hasty.newSeal('PSDNO-FSA-900000004');
        const redirectUri = 'https://tpp.example/back';
        const stopping = new TppClient({ baseUrl: hasty.url, identity, redirectUri });
        const { head, body, length } = signed(stopping);
        const received = await rawRequest(
          hasty.url,
          bytesOf([...head, length], String(body.subarray(0, 20))),
        );
        expect(statusesIn(received)).toEqual([408]);
        expect(received).toContain('"code":"BAD_REQUEST"');
        expect(received).toMatch(/\r\nconnection: close\r\n/i);
        expect((await stopping.call(payment)).status).toBe(201);
      } finally {
        await hasty.stop();
      }
    });

    it('takes the room of the largest body when its length is unknown', async () => {
      const { head } = signed(tpp, { ...payment, path: bulkPath, body: {} });
      const bytes = bytesOf([...head, 'transfer-encoding: chunked', 'connection: close']);
      expect(statusesIn(await rawRequest(gateway.url, bytes))).toEqual([503]);
      const { telemetry } = gateway;
      expect(await telemetry.scrape()).toMatch(/turned_away_total\{.*"body-bytes"/);
    });
  });
});
