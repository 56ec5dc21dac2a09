import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { addConnectionGuard, timeoutsOf } from './connection-guard.js';
import { ProxyList } from './proxy-list.js';

const request = 'GET / HTTP/1.1\r\nhost: bank\r\n\r\n';

/** A server of two connections for each address, three in total. */
class GuardedServer {
  readonly dropped: string[] = [];
  /** The server's side of the newest connection. */
  newest: Socket | undefined;
  private readonly sockets: Socket[] = [];

  private constructor(private readonly server: Server) {}

  static async start(proxies = ''): Promise<GuardedServer> {
    const server = createServer((_request, reply) => reply.end('answer'));
    const guarded = new GuardedServer(server);
    const limits = { connectionsMax: 3, connectionsPerAddressMax: 2 };
    const onDrop = (cause: string) => void guarded.dropped.push(cause);
    addConnectionGuard(server, limits, { proxies: new ProxyList(proxies), onDrop });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return guarded;
  }

  /** Opens a connection from an address of loopback. Resolves when the server has met it. */
  async open(from = '127.0.0.1'): Promise<Socket> {
    const { port } = this.server.address() as AddressInfo;
    const met = once(this.server, 'connection') as Promise<[Socket]>;
    const socket = connect({ host: '127.0.0.1', port, localAddress: from });
    socket.on('error', () => undefined);
    this.sockets.push(socket);
    [this.newest] = await met;
    return socket;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}

/** Whether the server answers a request on this connection. */
async function isAnswered(socket: Socket): Promise<boolean> {
  const outcome = Promise.race([
    once(socket, 'data').then(() => true),
    once(socket, 'close').then(() => false),
  ]);
  socket.write(request);
  return outcome;
}

describe('the guard of connections', () => {
  let server: GuardedServer;
  afterEach(() => server.stop());

  it('closes a connection above the cap of its address and admits another address', async () => {
    server = await GuardedServer.start();
    expect(await isAnswered(await server.open())).toBe(true);
    expect(await isAnswered(await server.open())).toBe(true);
    expect(await isAnswered(await server.open())).toBe(false);
    expect(await isAnswered(await server.open('127.0.0.2'))).toBe(true);
    expect(server.dropped).toEqual(['address-connections']);
  });

  it('drops the oldest connection without a request for a new one at the cap', async () => {
    server = await GuardedServer.start();
    const spoke = await server.open();
    expect(await isAnswered(spoke)).toBe(true);
    const silent = await server.open();
    const ended = once(silent.resume(), 'close');
    expect(await isAnswered(await server.open())).toBe(true);
    await ended;
    expect(await isAnswered(spoke)).toBe(true);
    expect(server.dropped).toEqual(['silent']);
  });

  it('drops a silent connection of another address when the server is full', async () => {
    server = await GuardedServer.start();
    const silent = await server.open('127.0.0.2');
    const ended = once(silent.resume(), 'close');
    expect(await isAnswered(await server.open('127.0.0.3'))).toBe(true);
    expect(await isAnswered(await server.open('127.0.0.4'))).toBe(true);
    expect(await isAnswered(await server.open('127.0.0.5'))).toBe(true);
    await ended;
    expect(await isAnswered(await server.open('127.0.0.6'))).toBe(false);
    expect(server.dropped).toEqual(['silent', 'connections']);
  });

  it('exempts a trusted proxy from the cap of an address', async () => {
    server = await GuardedServer.start('127.0.0.0/8');
    for (const connection of ['first', 'second', 'third']) {
      expect([connection, await isAnswered(await server.open())]).toEqual([connection, true]);
    }
    expect(server.dropped).toEqual([]);
  });

  it('admits a new connection after one of the address has closed', async () => {
    server = await GuardedServer.start();
    expect(await isAnswered(await server.open())).toBe(true);
    const second = await server.open();
    const { newest } = server;
    if (newest === undefined) throw new Error('the server has met no connection');
    expect(await isAnswered(second)).toBe(true);
    const closed = once(newest, 'close');
    second.destroy();
    await closed;
    expect(await isAnswered(await server.open())).toBe(true);
    expect(server.dropped).toEqual([]);
  });
});

describe('the timeouts of a server', () => {
  it('bound the headers, the request and how late either is noticed', () => {
    const limits = { headersWithinMs: 1, requestWithinMs: 2, checkEveryMs: 3 };
    const server = createServer(timeoutsOf(limits));
    expect([server.headersTimeout, server.requestTimeout]).toEqual([1, 2]);
    expect(timeoutsOf(limits)).toMatchObject({ connectionsCheckingInterval: 3 });
  });
});
