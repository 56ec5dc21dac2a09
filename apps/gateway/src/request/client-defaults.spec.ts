import { aDomesticPayment, singlePath } from '@nordgate/testing';
import { TppClient } from '@nordgate/tpp-client';
import { bytesOf, openSocket, statusesIn } from '../testing/raw-request.js';
import { startStubbedGateway } from '../testing/stubbed-gateway.js';
import type { StubbedGateway } from '../testing/stubbed-gateway.js';

/** What HTTP clients send by themselves when a program posts JSON. */
const clients: Readonly<Record<string, readonly string[]>> = {
  curl: ['User-Agent: curl/8.14.1', 'Accept: */*', 'Content-Type: application/json'],
  'curl with a body above 1 MB': [
    ...['User-Agent: curl/8.14.1', 'Accept: */*', 'Content-Type: application/json'],
    'Expect: 100-continue',
  ],
  'HttpURLConnection of Java 8 to 18': [
    ...['User-Agent: Java/17.0.16', 'Content-Type: application/json; charset=UTF-8'],
    ...['Accept: text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', 'Connection: keep-alive'],
  ],
  'HttpClient of Java': [
    ...['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c'],
    ...['HTTP2-Settings: AAEAAEAAAAIAAAAAAAMAAAAAAAQBAAAAAAUAAEAAAAYABgAA'],
    ...['User-Agent: Java-http-client/17.0.16', 'Content-Type: application/json'],
  ],
  OkHttp: [
    ...['Content-Type: application/json; charset=utf-8', 'Connection: Keep-Alive'],
    ...['Accept-Encoding: gzip', 'User-Agent: okhttp/4.12.0'],
  ],
  'Spring RestTemplate': [
    ...['Accept: application/json, application/*+json', 'Content-Type: application/json'],
    ...[
      'User-Agent: Apache-HttpClient/5.3 (Java/17.0.16)',
      'Accept-Encoding: gzip, x-gzip, deflate',
    ],
  ],
  '.NET HttpClient': ['Content-Type: application/json; charset=utf-8', 'Expect: 100-continue'],
  'Python requests': [
    ...['User-Agent: python-requests/2.32.3', 'Accept-Encoding: gzip, deflate, br, zstd'],
    ...['Accept: */*', 'Connection: keep-alive', 'Content-Type: application/json'],
  ],
  httpx: [
    ...['Accept: */*', 'Accept-Encoding: gzip, deflate, br, zstd', 'Connection: keep-alive'],
    ...['User-Agent: python-httpx/0.28.1', 'Content-Type: application/json'],
  ],
  'Python urllib': [
    ...['Accept-Encoding: identity', 'Content-Type: application/json'],
    ...['User-Agent: Python-urllib/3.12', 'Connection: close'],
  ],
  'Go net/http': [
    ...[
      'User-Agent: Go-http-client/1.1',
      'Accept-Encoding: gzip',
      'Content-Type: application/json',
    ],
  ],
  'fetch of Node': [
    ...['connection: keep-alive', 'content-type: application/json', 'accept: */*'],
    ...['accept-language: *', 'sec-fetch-mode: cors', 'user-agent: node'],
    ...['accept-encoding: gzip, deflate'],
  ],
  axios: [
    ...['Accept: application/json, text/plain, */*', 'Content-Type: application/json'],
    ...['User-Agent: axios/1.7.9', 'Accept-Encoding: gzip, compress, deflate, br'],
  ],
  Postman: [
    ...['Content-Type: application/json', 'User-Agent: PostmanRuntime/7.43.0', 'Accept: */*'],
    ...['Cache-Control: no-cache', 'Postman-Token: 0b6b7c0e-7f5a-4b6e-9d0f-2f6a5a1b7c3d'],
    ...['Accept-Encoding: gzip, deflate, br', 'Connection: keep-alive'],
  ],
  'URLSession of Apple': [
    ...['Accept: */*', 'Accept-Language: nb-NO,nb;q=0.9', 'Accept-Encoding: gzip, deflate'],
    ...['Content-Type: application/json', 'User-Agent: TPP/1 CFNetwork/1494.0.7 Darwin/23.4.0'],
  ],
  'a locale of Java as a language': ['Accept-Language: nb_NO', 'Content-Type: application/json'],
  'the scripts of the operator': [
    ...['Accept-Charset: utf-8', 'Accept-Encoding: deflate, gzip;q=1.0, *;q=0.5'],
    ...[
      'Accept-Language: en-US,en;q=0.7,nb;q=0.3',
      'Content-Type: application/json; charset=UTF-8',
    ],
    'tpp-id: 4711',
  ],
};

describe('the headers that a client sends by itself', () => {
  let gateway: StubbedGateway;
  let tpp: TppClient;
  beforeAll(async () => {
    gateway = await startStubbedGateway();
    const identity = await gateway.newSeal('PSDNO-FSA-900000001');
    tpp = new TppClient({ baseUrl: gateway.url, identity, redirectUri: 'https://tpp.example/' });
  });
  afterAll(() => gateway.stop());
  afterEach(() => void gateway.bus.sent.splice(0));

  /** The signed headers of a payment, without those that a client adds by itself. */
  function signedLines() {
    const call = { method: 'POST', path: singlePath, body: aDomesticPayment() } as const;
    const { headers, body = Buffer.alloc(0) } = tpp.signed({
      ...call,
      headers: { 'psu-context': 'PRIVATE' },
    });
    const own = /^(accept|content-type|user-agent)/i;
    const lines = Object.entries(headers).filter(([name]) => !own.test(name));
    return { lines: lines.map(([name, value]) => `${name}: ${value}`), body };
  }

  const last = bytesOf(['GET /v1/nowhere HTTP/1.1', 'Host: bank.example', 'Connection: close']);

  /** Sends each request after the final answer to the one before it. */
  async function statusesOnOneConnection(requests: readonly Buffer[]): Promise<number[]> {
    const [first, ...others] = requests;
    const socket = openSocket(gateway.url);
    socket.write(first ?? '');
    let received = '';
    for await (const part of socket) {
      received += String(part);
      if (/ (20\d|4\d\d) /.test(String(part))) socket.write(others.shift() ?? '');
    }
    return statusesIn(received);
  }

  it.each(Object.entries(clients))('are accepted from %s', async (_client, added) => {
    const { lines, body } = signedLines();
    const head = [`POST ${singlePath} HTTP/1.1`, 'Host: bank.example', ...lines, ...added];
    const bytes = bytesOf([...head, `Content-Length: ${String(body.length)}`], body);
    const statuses = await statusesOnOneConnection([bytes, last]);
    const kept = added.includes('Connection: close') ? [] : [404];
    const asked = added.includes('Expect: 100-continue') ? [100] : [];
    expect(statuses).toEqual([...asked, 201, ...kept]);
    expect(gateway.bus.sent).toHaveLength(1);
  });
});
