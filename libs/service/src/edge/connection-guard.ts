import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressKeyOf } from './address-limit.js';
import { ConnectionTable } from './connection-table.js';
import type { ProxyList } from './proxy-list.js';
import type { Health } from '@nordgate/telemetry';
import type { FastifyInstance } from 'fastify';

/** Limits of the connections of a server that strangers reach. */
export interface ServerLimits {
  /** Time for the request line and the headers, and for a connection that sends nothing. */
  readonly headersWithinMs: number;
  readonly requestWithinMs: number;
  /** How often Node checks for requests that take too long. */
  readonly checkEveryMs: number;
  /** Connections of all addresses together. */
  readonly connectionsMax: number;
  /** Connections of one address; trusted proxies are exempt. */
  readonly connectionsPerAddressMax: number;
}

/** The options of Node's server for these limits. */
export function timeoutsOf(
  limits: Pick<ServerLimits, 'headersWithinMs' | 'requestWithinMs' | 'checkEveryMs'>,
) {
  return {
    headersTimeout: limits.headersWithinMs,
    requestTimeout: limits.requestWithinMs,
    connectionsCheckingInterval: limits.checkEveryMs,
  };
}

/** What the guard of connections needs besides the limits. */
export interface ConnectionGuard {
  /** Their connections exceed the cap of an address. */
  readonly proxies: ProxyList;
  /** A connection was closed because of a limit: a new one, or a silent one for a new one. */
  readonly onDrop: (cause: 'connections' | 'address-connections' | 'silent') => void;
}

/**
 * Limits the open connections of a server, for each address and in total. When there are too many,
 * connections without a request are closed first, the oldest before the others. The server may speak
 * TLS: a connection counts before its handshake.
 */
export function addConnectionGuard(
  server: Server,
  limits: Pick<ServerLimits, 'connectionsMax' | 'connectionsPerAddressMax'>,
  { proxies, onDrop }: ConnectionGuard,
): void {
  const { connectionsMax: total, connectionsPerAddressMax: perAddress } = limits;
  const table = new ConnectionTable<Socket>({ perAddress, total });
  /** The request of a TLS connection names another socket than the connection: they share the peer. */
  const byPeer = new Map<string, Socket>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress: ip } = socket;
    // The peer has already gone.
    if (ip === undefined) return void socket.destroy();
    const admission = table.open(socket, proxies.has(ip) ? undefined : addressKeyOf(ip));
    if (admission.is === 'refused') {
      onDrop(admission.cause);
      return void socket.destroy();
    }
    if (admission.drops !== undefined) {
      onDrop('silent');
      admission.drops.destroy();
    }
    const peer = peerOf(socket);
    byPeer.set(peer, socket);
    socket.once('close', () => {
      table.close(socket);
      if (byPeer.get(peer) === socket) byPeer.delete(peer);
    });
  });
  server.on('request', ({ socket }) => {
    const connection = byPeer.get(peerOf(socket));
    if (connection !== undefined) table.heard(connection);
  });
}

const peerOf = ({ remoteAddress, remotePort }: Socket): string =>
  `${remoteAddress ?? ''} ${String(remotePort)}`;

/**
 * Asks clients to close their connection after the response while the process stops (RFC 9112, section
 * 9.6). A kept connection leads to the stopping process however soon a balancer leaves it out, so the
 * next request of the client must go to another replica. Use it with `return503OnClosing: false`, so that
 * a request on a kept connection is still served.
 */
export function addConnectionClose(fastify: FastifyInstance, health: Health): void {
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (health.isStopping) void reply.header('connection', 'close');
    done(null, payload);
  });
}
