import { addAccessLog } from '@nordgate/service/edge';
import {
  attributeNames,
  instrumentsOf,
  noServerSpan,
  spanNames,
  startServerSpan,
} from '@nordgate/telemetry';
import type { Log, ServerSpan } from '@nordgate/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const inWindow = new WeakSet<FastifyRequest>();

/** Marks a request that is refused because of planned maintenance: the service levels do not count it. */
export function markInMaintenance(request: FastifyRequest): void {
  inWindow.add(request);
}

/**
 * Records one span, one duration and one line of the access log per request of a browser, named by the template of the
 * page: ids are never labels. A trace begins here, whatever the browser sends, because strangers must not write into traces of TPPs.
 */
export function addPageTelemetry(server: FastifyInstance, accessLog: Log | undefined): void {
  const spans = new WeakMap<FastifyRequest, ServerSpan>();
  const spanOf = (request: FastifyRequest) => spans.get(request) ?? noServerSpan;
  server.addHook('onRequest', (request, _reply, done) => {
    spans.set(request, startServerSpan(spanNames.request, {}));
    done();
  });
  // After the body has been read: its events come from outside the span.
  server.addHook('preValidation', (request, _reply, done) => spanOf(request).run(done));
  if (accessLog !== undefined) {
    addAccessLog(server, accessLog, (request, work) => spanOf(request).run(work));
  }
  server.addHook('onResponse', (request, reply, done) => {
    record(spanOf(request), request, reply);
    done();
  });
}

function record(span: ServerSpan, request: FastifyRequest, reply: FastifyReply): void {
  const labels = {
    [attributeNames.httpMethod]: request.method,
    [attributeNames.httpRoute]: request.routeOptions.url ?? 'unknown',
    [attributeNames.httpStatus]: reply.statusCode,
    ...(inWindow.has(request) && { [attributeNames.cause]: 'maintenance' }),
  };
  instrumentsOf().pageSeconds.record(reply.elapsedTime / 1000, labels);
  span.end(labels, reply.statusCode >= 500);
}
