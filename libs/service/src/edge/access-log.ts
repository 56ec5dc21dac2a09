import type { Log } from '@nordgate/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '@nordgate/contracts/rules';
import type { IncomingHttpHeaders } from 'node:http';

const loggable = /^[A-Za-z0-9-]{8,64}$/;
/** As long as an account number or a national identity number of Norway. */
const longNumber = /\d{11}/;

/**
 * The X-Request-ID of a request for a log line. The specification allows any text, and the sender chooses it, so a
 * TPP could put a name or an account number there. Only a UUID, or 8 to 64 letters, digits and hyphens without a
 * number of 11 digits or more, is worth the risk. Undefined for every other value.
 */
export function loggedRequestId({
  'x-request-id': value,
}: IncomingHttpHeaders): string | undefined {
  if (typeof value !== 'string' || !loggable.test(value)) return undefined;
  return isUuid(value) || !longNumber.test(value) ? value : undefined;
}

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
