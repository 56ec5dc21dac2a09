import type { AddressInfo } from 'node:net';
import type { Server } from 'node:tls';
import { measureHealth } from '@nordgate/telemetry';
import type { Health, Log, Telemetry } from '@nordgate/telemetry';
import { fastify } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { followTls, handshakeTimeoutMs, readTls } from '../edge/mounted-tls.js';
import type { TlsFiles } from '../edge/mounted-tls.js';
import { addConnectionClose } from '../edge/connection-guard.js';
import { addOperationRoutes } from '../operations/operation-routes.js';
import type { OperatedProcess } from '../operations/operations.js';
import { addQueryRoutes } from '../queries/http/query-routes.js';
import type { AnsweringService } from '../queries/http/query-routes.js';

export interface InternalServerOptions {
  readonly host: string;
  /** 0 means any free port. */
  readonly port: number;
  readonly health: Health;
  readonly telemetry: Telemetry;
  readonly log: Log;
  /** The service of this process, if others may query it. */
  readonly service?: AnsweringService;
  /** The server speaks plain HTTP without it. */
  readonly tls?: { readonly files: TlsFiles };
  /** The operations that the bank's operator may request of this process. */
  readonly operations?: OperatedProcess;
}

export interface InternalServer {
  readonly url: string;
  /** Accepts no new requests and finishes those in flight. */
  stop(): Promise<void>;
}

/**
 * Serves queries, operations, probes and metrics: routes that only the cluster may reach. Measures every check of the
 * process. Resolves when the server listens.
 */
export async function startInternalServer(options: InternalServerOptions): Promise<InternalServer> {
  const { tls } = options;
  const https = tls && { ...(await readTls(tls.files)), handshakeTimeout: handshakeTimeoutMs };
  const server = fastify({
    requestTimeout: requestMsMax,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    ...(https && { https }),
  }) as FastifyInstance;
  addConnectionClose(server, options.health);
  addProbes(server, options);
  if (options.service !== undefined) addQueryRoutes(server, options.service);
  if (options.operations !== undefined) addOperationRoutes(server, options.operations);
  await server.listen({ host: options.host, port: options.port });
  const unfollow = tls && followTls(server.server as unknown as Server, tls.files, options.log);
  const measuring = measureHealth(options);
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `${https ? 'https' : 'http'}://${hostInUrl(options.host)}:${String(port)}`,
    stop: async () => {
      unfollow?.();
      measuring.stop();
      await server.close();
    },
  };
}

function addProbes(server: FastifyInstance, { health, telemetry }: InternalServerOptions): void {
  server.get('/health/started', async (_request, reply) => {
    const report = health.start();
    return reply.code(report.started ? 200 : 503).send(report);
  });
  server.get('/health/live', async (_request, reply) => {
    const report = await health.liveness();
    return reply.code(report.live ? 200 : 503).send(report);
  });
  server.get('/health/ready', async (_request, reply) => {
    const report = await health.report();
    return reply.code(report.ready ? 200 : 503).send(report);
  });
  server.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(await telemetry.scrape()),
  );
}

const hostInUrl = (host: string) => (host.includes(':') ? `[${host}]` : host);

/** A request has to arrive completely within this time. */
const requestMsMax = 10_000;
