import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { carry } from './carried-bytes.js';
import { LinkState } from './link-condition.js';
import type { LinkCondition } from './link-condition.js';

const host = '127.0.0.1';

/**
 * A link of the network: what connects to its port reaches the port behind it. It passes on each end of a connection by itself,
 * and a reset as a reset. A server that refuses connections is seen as one that resets them.
 */
export class TcpProxy {
  readonly #link = new LinkState();
  readonly #connections = new Set<Connection>();
  #server: Server | undefined;
  #sent = 0;

  private constructor(
    readonly port: number,
    private readonly target: () => number,
  ) {}

  /**
   * @param target the port behind the link, looked up for each connection
   * @throws Error when the port is taken
   */
  static async listen(port: number, target: () => number): Promise<TcpProxy> {
    const proxy = new TcpProxy(port, target);
    await proxy.accept();
    return proxy;
  }

  /** How often clients have connected or sent something: a request, where it fits into one piece. */
  get sent(): number {
    return this.#sent;
  }

  /** What the link does from now on, to the connections that it has, too. */
  become(condition: LinkCondition): void {
    this.#link.become(condition);
  }

  /** Resets all connections and takes no others: a network that says that it has no way there. */
  async refuse(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    const closed = once(server, 'close');
    server.close();
    for (const connection of this.#connections) connection.reset();
    await closed;
  }

  /** Takes connections again. */
  async accept(): Promise<void> {
    if (this.#server !== undefined) return;
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) =>
      this.#open(client),
    );
    server.listen(this.port, host);
    await once(server, 'listening');
    this.#server = server;
  }

  /**
   * Half-open: nothing of the connections of now arrives any more, also not their ends, and neither side hears why, as when a
   * firewall has lost its table. Other connections are carried.
   */
  forget(): void {
    for (const connection of this.#connections) connection.isForgotten = true;
  }

  /** Ends the link. */
  async close(): Promise<void> {
    this.become({});
    await this.refuse();
  }

  #open(client: Socket): void {
    const count = () => {
      this.#sent += 1;
    };
    count();
    const connection = new Connection(client, this.#link, count);
    this.#connections.add(connection);
    void connection.open(this.target).finally(() => this.#connections.delete(connection));
  }
}

/** A connection through a link: the socket of the one who connected, and that to the server. */
class Connection {
  isForgotten = false;
  #server: Socket | undefined;

  constructor(
    private readonly client: Socket,
    private readonly link: LinkState,
    private readonly countSent: () => void,
  ) {
    client.on('error', () => undefined);
  }

  /** Resolves when both ends are closed. */
  async open(target: () => number): Promise<void> {
    const { client, link } = this;
    const clientClosed = this.#closed(client, () => this.#server);
    await link.carries();
    if (this.isForgotten || client.destroyed) return clientClosed;
    const server = connect({ host, port: target(), allowHalfOpen: true, noDelay: true });
    this.#server = server;
    server.on('error', () => undefined);
    const serverClosed = this.#closed(server, () => client);
    const shared = { link, isForgotten: () => this.isForgotten, reset: () => this.reset() };
    client.on('data', this.countSent);
    carry({ ...shared, from: client, to: server, isAnswer: false });
    carry({ ...shared, from: server, to: client, isAnswer: true });
    await Promise.all([clientClosed, serverClosed]);
  }

  reset(): void {
    this.client.resetAndDestroy();
    this.#server?.resetAndDestroy();
  }

  /** Resolves when the socket is closed. A reset of it is passed on when the link carries. */
  async #closed(socket: Socket, other: () => Socket | undefined): Promise<void> {
    const hadError = await new Promise<boolean>((done) => {
      socket.once('close', done);
    });
    if (!hadError) return;
    await this.link.carries();
    if (!this.isForgotten) other()?.resetAndDestroy();
  }
}
