import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { freePorts } from '@nordgate/local/free-ports';
import { eventually } from '@nordgate/testing';
import { TcpProxy } from './tcp-proxy.js';

let server: Server;
let behind: number;
let proxy: TcpProxy;
/** The sockets of the server, in the order of the connections. */
const accepted: Socket[] = [];
const clients: Socket[] = [];

beforeEach(async () => {
  server = createServer({ allowHalfOpen: true }, (socket) => {
    accepted.push(socket.on('error', () => undefined));
    socket.on('data', (bytes) => socket.write(`answer to ${bytes.toString()}`));
    socket.on('end', () => socket.end('goodbye'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  behind = (server.address() as AddressInfo).port;
  const [port = 0] = await freePorts(1);
  proxy = await TcpProxy.listen(port, () => behind);
});

afterEach(async () => {
  for (const socket of [...clients.splice(0), ...accepted.splice(0)]) socket.destroy();
  await proxy.close();
  server.close();
});

function client(): Socket {
  const socket = connect({ port: proxy.port, host: '127.0.0.1', allowHalfOpen: true });
  clients.push(socket.on('error', () => undefined));
  return socket;
}

async function ask(socket: Socket, question: string): Promise<string> {
  const answered = once(socket, 'data');
  socket.write(question);
  const [bytes] = (await answered) as [Buffer];
  return bytes.toString();
}

/** Everything that arrives after the question, kept as it comes. */
function heardBy(socket: Socket): string[] {
  const heard: string[] = [];
  socket.on('data', (bytes: Buffer) => heard.push(bytes.toString()));
  return heard;
}

/** The code of the error that closes the socket; undefined when it closes in order. */
async function closingError(socket: Socket): Promise<string | undefined> {
  let code: string | undefined;
  socket.on('error', (error: NodeJS.ErrnoException) => (code = error.code));
  socket.resume();
  if (!socket.closed) await once(socket, 'close').catch(() => undefined);
  return code;
}

describe('a link without faults', () => {
  it('carries both directions, and ends each of them by itself', async () => {
    const socket = client();
    expect(await ask(socket, 'one')).toBe('answer to one');
    socket.end('two');
    expect(await text(socket)).toBe('answer to twogoodbye');
  });

  it('counts connections, and what clients send', async () => {
    const [first, second] = [client(), client()];
    await ask(first, 'one');
    await ask(first, 'two');
    await ask(second, 'one');
    expect(proxy.sent).toBe(5);
  });

  it('carries more bytes than any buffer holds, in their order', async () => {
    const socket = client();
    await once(socket, 'connect');
    await eventually('the server accepts', () => accepted.length === 1);
    const sent = Buffer.alloc(5_000_000, 'nordgate');
    accepted[0]!.end(sent);
    const received = await text(socket);
    expect(received).toHaveLength(sent.length);
    // A comparison by Jest would show a difference of megabytes.
    expect(received === sent.toString()).toBe(true);
  });

  it('passes a reset of the server on', async () => {
    const socket = client();
    await ask(socket, 'one');
    const closed = closingError(socket);
    accepted[0]!.resetAndDestroy();
    expect(await closed).toBe('ECONNRESET');
  });

  it('passes a reset of the client on', async () => {
    const socket = client();
    await ask(socket, 'one');
    const closed = closingError(accepted[0]!);
    socket.resetAndDestroy();
    expect(await closed).toBe('ECONNRESET');
  });

  it('resets a connection that the server refuses', async () => {
    server.close();
    expect(await closingError(client())).toBe('ECONNRESET');
  });
});

describe('a link that refuses', () => {
  it('resets the connections that it has, and takes none until it carries again', async () => {
    const socket = client();
    await ask(socket, 'one');
    const closed = closingError(socket);
    await proxy.refuse();
    expect(await closed).toBe('ECONNRESET');
    expect(await closingError(client())).toBe('ECONNREFUSED');
    await proxy.accept();
    expect(await ask(client(), 'two')).toBe('answer to two');
  });
});

describe('a silent link', () => {
  it('carries what waits when it is not silent any more, new connections included', async () => {
    const old = client();
    await ask(old, 'one');
    proxy.become({ isSilent: true });
    const heard = heardBy(old);
    old.write('two');
    const young = client();
    await once(young, 'connect');
    const heardByYoung = heardBy(young);
    young.write('three');
    await turnAround();
    expect([heard, heardByYoung].flat()).toEqual([]);
    proxy.become({});
    await eventually('both are answered', () => [heard, heardByYoung].flat().length === 2);
    expect([heard, heardByYoung]).toEqual([['answer to two'], ['answer to three']]);
  });

  it('keeps the end of a connection until it is not silent any more', async () => {
    const socket = client();
    await ask(socket, 'one');
    proxy.become({ isSilent: true });
    const closed = closingError(socket);
    accepted[0]!.resetAndDestroy();
    await turnAround();
    expect(socket.closed).toBe(false);
    proxy.become({});
    expect(await closed).toBe('ECONNRESET');
  });
});

/** Resolves when a question has gone over another link and back: what goes over this one had the time, too. */
async function turnAround(): Promise<void> {
  const [port = 0] = await freePorts(1);
  const other = await TcpProxy.listen(port, () => behind);
  const socket = connect({ port, host: '127.0.0.1' });
  clients.push(socket);
  for (const round of ['1', '2', '3']) await ask(socket, round);
  socket.destroy();
  await other.close();
}

describe('a connection that its link has forgotten', () => {
  it('says nothing any more, not even that the other side has ended, while others work', async () => {
    const socket = client();
    await ask(socket, 'one');
    proxy.forget();
    const heard = heardBy(socket);
    socket.write('two');
    accepted[0]!.resetAndDestroy();
    expect(await ask(client(), 'three')).toBe('answer to three');
    await turnAround();
    expect(heard).toEqual([]);
    expect(socket.closed).toBe(false);
  });
});

describe('a link that resets', () => {
  it('ends both sides in the middle of the answer that is chosen', async () => {
    const answers = [false, true];
    proxy.become({ resetsAnswer: () => answers.shift() ?? false });
    const socket = client();
    expect(await ask(socket, 'one')).toBe('answer to one');
    const heard = heardBy(socket);
    const closed = [closingError(socket), closingError(accepted[0]!)];
    socket.write('two');
    expect(await Promise.all(closed)).toEqual(['ECONNRESET', 'ECONNRESET']);
    // The other half may be lost with the reset, and is never whole.
    expect('answer to two'.startsWith(heard.join(''))).toBe(true);
    expect(heard.join('')).not.toBe('answer to two');
  });
});

describe('a bad link', () => {
  it('carries everything in its order, each piece as late as it says', async () => {
    proxy.become({ latencyMs: 50 });
    const socket = client();
    const from = performance.now();
    expect(await ask(socket, 'one')).toBe('answer to one');
    // A timer may end a little early.
    expect(performance.now() - from).toBeGreaterThan(90);
    socket.end('two');
    expect(await text(socket)).toBe('answer to twogoodbye');
  });

  it('carries everything in small pieces when it is throttled', async () => {
    proxy.become({ bytesPerSecond: 100 });
    const socket = client();
    const heard = heardBy(socket);
    socket.end('0123456789');
    await once(socket, 'end');
    expect(heard.join('')).toBe('answer to 0123456789goodbye');
    expect(Math.max(...heard.map(({ length }) => length))).toBeLessThanOrEqual(20);
  });
});
