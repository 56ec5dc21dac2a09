import { addAccessLog } from '@nordgate/service/edge';
import {
  attributeNames,
  instrumentsOf,
  noServerSpan,
  spanNames,
  startServerSpan,
} from '@nordgate/telemetry';
import type { Log, ServerSpan, TraceHeaders } from '@nordgate/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * A request with its span. A property that Fastify makes with the request costs less than one that is added later, and
 * less than an entry of a WeakMap, which every garbage collection looks at.
 */
const spanKey = Symbol('span');
type Spanned = FastifyRequest & { [spanKey]?: ServerSpan };
const decided = new WeakMap<FastifyRequest, DecidedCause>();

/** The span that a request runs in. */
export function spanOf(request: FastifyRequest): ServerSpan {
  return (request as Spanned)[spanKey] ?? noServerSpan;
}

/** Why the bank answers 503 although nothing is wrong: planned maintenance, or an operation that its profile switches off. */
export type DecidedCause = 'maintenance' | 'switched-off';

/** Marks a request that is refused because the bank has decided it: the service levels do not count it. */
export function markDecided(request: FastifyRequest, cause: DecidedCause): void {
  decided.set(request, cause);
}

/**
 * Records one span, one duration and one line of the access log per request, named by route template: ids are
 * never labels.
 */
export function addRequestTelemetry(fastify: FastifyInstance, accessLog: Log | undefined): void {
  fastify.decorateRequest(spanKey, undefined);
  fastify.addHook('onRequest', (request, _reply, done) => {
    (request as Spanned)[spanKey] = startServerSpan(spanNames.request, traceOf(request));
    done();
  });
  if (accessLog !== undefined) {
    addAccessLog(fastify, accessLog, (request, work) => spanOf(request).run(work));
  }
  fastify.addHook('onResponse', (request, reply, done) => {
    record(request, reply);
    done();
  });
}

/** The trace of the caller. A state without a trace says nothing. */
function traceOf({ headers: { traceparent, tracestate } }: FastifyRequest): TraceHeaders {
  if (typeof traceparent !== 'string') return noTrace;
  return typeof tracestate === 'string' ? { traceparent, tracestate } : { traceparent };
}

const noTrace: TraceHeaders = {};

function record(request: FastifyRequest, reply: FastifyReply): void {
  const cause = decided.get(request);
  const labels = {
    [attributeNames.httpMethod]: request.method,
    [attributeNames.httpRoute]: request.routeOptions.url ?? 'unknown',
    [attributeNames.httpStatus]: reply.statusCode,
    ...(cause !== undefined && { [attributeNames.cause]: cause }),
  };
  instrumentsOf().requestSeconds.record(reply.elapsedTime / 1000, labels);
  spanOf(request).end(labels, reply.statusCode >= 500);
}
