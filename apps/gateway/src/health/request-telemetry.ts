import { attributeNames, instrumentsOf, spanNames, startServerSpan } from '@nordgate/telemetry';
import type { ServerSpan } from '@nordgate/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const spans = new WeakMap<FastifyRequest, ServerSpan>();
const noSpan: ServerSpan = { run: (work) => work(), end: () => undefined };

/** The span that a request runs in. */
export function spanOf(request: FastifyRequest): ServerSpan {
  return spans.get(request) ?? noSpan;
}

/** Records one span and one duration per request, named by route template: ids are never labels. */
export function addRequestTelemetry(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { traceparent, tracestate } = request.headers;
    const from = {
      ...(typeof traceparent === 'string' ? { traceparent } : {}),
      ...(typeof tracestate === 'string' ? { tracestate } : {}),
    };
    const span = startServerSpan(spanNames.request, from);
    if (span !== undefined) spans.set(request, span);
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    record(request, reply);
    done();
  });
}

function record(request: FastifyRequest, reply: FastifyReply): void {
  const labels = {
    [attributeNames.httpMethod]: request.method,
    [attributeNames.httpRoute]: request.routeOptions.url ?? 'unknown',
    [attributeNames.httpStatus]: reply.statusCode,
  };
  instrumentsOf().requestSeconds.record(reply.elapsedTime / 1000, labels);
  spanOf(request).end(labels, reply.statusCode >= 500);
}
