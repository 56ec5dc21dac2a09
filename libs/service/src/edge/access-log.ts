import type { Log } from '@nordgate/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { loggedRequestId } from './request-id.js';

/** Runs work in the span of a request, so that its line names the trace. */
type Within = (request: FastifyRequest, work: () => void) => void;

/** A request that a gateway has verified. */
interface Verified {
  readonly tppId?: string;
}

/**
 * Writes a line at info about each answered request: never a path, a query, a body or an address, because these
 * name persons and accounts. The X-Request-ID is there when it has a safe form. Probes are a line at debug.
 */
export function addAccessLog(
  fastify: FastifyInstance,
  log: Log,
  within: Within = (_request, work) => work(),
): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    within(request, () => logAccess(log, request, reply));
    done();
  });
}

function logAccess(log: Log, request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url ?? 'unknown';
  const level = route.startsWith('/health/') ? 'debug' : 'info';
  if (!log.isLevelEnabled(level)) return;
  const { tppId: tpp } = request as Verified;
  const ms = Math.round(reply.elapsedTime * 10) / 10;
  const { method } = request;
  const requestId = loggedRequestId(request.headers);
  log[level]({ method, route, status: reply.statusCode, ms, tpp, requestId }, 'request');
}
