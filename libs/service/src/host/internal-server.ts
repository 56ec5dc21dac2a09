import type { AddressInfo } from 'node:net';
import type { Health, Telemetry } from '@nordgate/telemetry';
import { fastify } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { addOperationRoutes } from '../operations/operation-routes.js';
import type { OperatedService } from '../operations/operation-routes.js';
import { addQueryRoutes } from '../queries/http/query-routes.js';
import type { AnsweringService } from '../queries/http/query-routes.js';

export interface InternalServerOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly health: Health;
  readonly telemetry: Telemetry;
  /** The service of this process, if it has one that is asked. */
  readonly service?: AnsweringService;
  /** What the bank's operator may ask of this process. */
  readonly operations?: OperatedService;
}

export interface InternalServer {
  readonly url: string;
  /** Takes nothing new, finishes what is in flight. */
  stop(): Promise<void>;
}

/** Serves what only the cluster may reach: queries, operations, probes, metrics. Resolves when it listens. */
export async function startInternalServer(options: InternalServerOptions): Promise<InternalServer> {
  const server = fastify({ requestTimeout: requestMsMax, forceCloseConnections: 'idle' });
  addProbes(server, options);
  if (options.service !== undefined) addQueryRoutes(server, options.service);
  if (options.operations !== undefined) addOperationRoutes(server, options.operations);
  await server.listen({ host: options.host, port: options.port });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `http://${inUrl(options.host)}:${String(port)}`,
    stop: () => server.close(),
  };
}

function addProbes(server: FastifyInstance, { health, telemetry }: InternalServerOptions): void {
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

const inUrl = (host: string) => (host.includes(':') ? `[${host}]` : host);

/** A request that does not arrive within this time is not waited for. */
const requestMsMax = 10_000;
