import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { GetPayment } from '@nordgate/contracts/queries';
import { testKeyOf } from '../../testing/query-process.js';
import { ServiceUnavailableError } from '../query-client.js';
import { HttpQueries } from './http-queries.js';

/** What a raw server does with a request: its number on the connection, and in total. */
type Behaviour = (socket: Socket, onThisConnection: number, inAll: number) => void;

interface RawServer {
  readonly url: string;
  readonly requests: string[];
  connections(): number;
  close(): Promise<void>;
}

const servers: RawServer[] = [];
const clients: HttpQueries[] = [];

async function serve(behave: Behaviour): Promise<RawServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server: Server = createServer((socket) => {
    let own = 0;
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      requests.push(bytes.toString());
      own += 1;
      behave(socket, own, requests.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const raw = {
    url: `http://127.0.0.1:${String(port)}`,
    requests,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  servers.push(raw);
  return raw;
}

function client(url: string, timeoutMs = 5000): () => Promise<unknown> {
  const addresses = { payments: url };
  const queries = new HttpQueries({
    caller: 'gateway',
    key: testKeyOf('gateway'),
    addresses,
    timeoutMs,
  });
  clients.push(queries);
  return () => queries.ask(new GetPayment('tpp-1', 'p-1'));
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
  await Promise.all(clients.splice(0).map((queries) => queries.close()));
});

const answerOf = (status: string, body: string) =>
  `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${String(body.length)}\r\n\r\n${body}`;
const good: Behaviour = (socket) =>
  void socket.write(answerOf('200 OK', '[{"status":200,"answer":{"is":"good"}}]'));

describe('a query over HTTP', () => {
  it('is sent as JSON with its class name and a token, and no other header of ours', async () => {
    const server = await serve(good);
    await expect(client(server.url)()).resolves.toEqual({ is: 'good' });
    const [head = '', body] = (server.requests[0] ?? '').split('\r\n\r\n');
    const [first, ...headers] = head.split('\r\n');
    expect(first).toBe('POST /internal/queries HTTP/1.1');
    const query = { tpp: 'tpp-1', paymentId: 'p-1' };
    expect(JSON.parse(body ?? '')).toEqual([{ name: 'GetPayment', query, trace: {} }]);
    const names = headers.map((line) => line.split(':')[0]);
    expect(names.sort()).toEqual([
      'authorization',
      'connection',
      'content-length',
      'content-type',
      'host',
    ]);
  });

  it('reuses the connection of the query before', async () => {
    const server = await serve(good);
    const ask = client(server.url);
    for (let i = 0; i < 20; i += 1) await ask();
    expect(server.requests).toHaveLength(20);
    expect(server.connections()).toBeLessThan(4);
  });

  it('shares a request with the queries of its event-loop turn and gets its own answer', async () => {
    const outcomes = '[{"status":200,"answer":1},{"status":503},{"status":200,"answer":3}]';
    const server = await serve((socket) => void socket.write(answerOf('200 OK', outcomes)));
    const ask = client(server.url);
    const results = await Promise.allSettled([ask(), ask(), ask()]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results).toMatchObject([{ value: 1 }, {}, { value: 3 }]);
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['a refusal of the token', '401 Unauthorized', ''],
    ['another form of the query', '400 Bad Request', ''],
    ['a query that the other release does not know', '404 Not Found', '{"statusCode":404}'],
    ['a bug', '500 Internal Server Error', ''],
    ['no database', '503 Service Unavailable', ''],
    ['a page of a proxy', '200 OK', '<html></html>'],
    ['nothing', '200 OK', ''],
    ['half an answer', '200 OK', '[{"status":'],
    ['a status for the query', '200 OK', '[{"status":400}]'],
    ['no outcome', '200 OK', '[]'],
    ['another status of success', '202 Accepted', '{"is":"later"}'],
    ['a redirect', '302 Found', ''],
  ])('throws ServiceUnavailableError when there is %s', async (_what, status, body) => {
    const server = await serve((socket) => void socket.write(answerOf(status, body)));
    await expect(client(server.url)()).rejects.toThrow(ServiceUnavailableError);
    expect(server.requests).toHaveLength(1);
  });

  it('throws ServiceUnavailableError when no server listens', async () => {
    const server = await serve(good);
    await server.close();
    await expect(client(server.url)()).rejects.toThrow(ServiceUnavailableError);
  });

  it('throws ServiceUnavailableError when the response is late or incomplete, and is sent once', async () => {
    const silent = await serve(() => undefined);
    await expect(client(silent.url, 100)()).rejects.toThrow(ServiceUnavailableError);
    expect(silent.requests).toHaveLength(1);
    const half = answerOf('200 OK', '[{"status":200,"answer":{"is":"good"}}]').slice(0, -5);
    const stalled = await serve((socket) => void socket.write(half));
    await expect(client(stalled.url, 100)()).rejects.toThrow(ServiceUnavailableError);
    expect(stalled.requests).toHaveLength(1);
  });

  it('does not wait for a response that arrives byte by byte', async () => {
    const server = await serve((socket) => {
      socket.write(answerOf('200 OK', 'x'.repeat(100_000)).slice(0, 100));
      const dripping = setInterval(() => socket.write('x'), 10);
      socket.once('close', () => clearInterval(dripping));
    });
    await expect(client(server.url, 200)()).rejects.toThrow(ServiceUnavailableError);
  });

  it('throws ServiceUnavailableError when the connection ends within the response, and is sent once', async () => {
    const half = answerOf('200 OK', '[{"status":200,"answer":{"is":"good"}}]').slice(0, -5);
    const server = await serve((socket) => void socket.end(half));
    await expect(client(server.url)()).rejects.toThrow(ServiceUnavailableError);
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['ends', (socket: Socket) => socket.end()],
    ['resets', (socket: Socket) => socket.resetAndDestroy()],
  ])(
    'is sent again when the service %s the kept connection instead of answering',
    async (_how, drop) => {
      const server = await serve((socket, own, all) =>
        all === 2 ? void drop(socket) : good(socket, own, all),
      );
      const ask = client(server.url);
      await ask();
      await expect(ask()).resolves.toEqual({ is: 'good' });
      expect(server.requests).toHaveLength(3);
    },
  );

  it('is sent again only once', async () => {
    const server = await serve((socket) => void socket.end());
    await expect(client(server.url)()).rejects.toThrow(ServiceUnavailableError);
    expect(server.requests).toHaveLength(2);
  });

  it('is finished when the client closes', async () => {
    let release = () => undefined as void;
    const server = await serve((socket, own, all) => {
      release = () => good(socket, own, all);
    });
    const addresses = { payments: server.url };
    const queries = new HttpQueries({ caller: 'gateway', key: testKeyOf('gateway'), addresses });
    const answer = queries.ask(new GetPayment('tpp-1', 'p-1'));
    while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const closing = queries.close();
    release();
    await expect(answer).resolves.toEqual({ is: 'good' });
    await closing;
  });
});
