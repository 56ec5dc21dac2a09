import { queryFromJson, queryTypeOf } from '@nordgate/contracts';
import type { QueriedService, ServiceQuery } from '@nordgate/contracts';
import type { Log, TraceHeaders } from '@nordgate/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceUnavailable } from '../query-client.js';
import type { TokenCheck } from './token-check.js';
import { TokenRefused } from './token-check.js';

/** A service that answers queries of other processes. */
export interface AnsweringService {
  readonly name: QueriedService;
  readonly tokens: TokenCheck;
  /** Rejects with ServiceUnavailable when its database is away. */
  answer(query: ServiceQuery<unknown>, from: TraceHeaders): Promise<unknown>;
  readonly log: Log;
}

interface QueryRoute {
  readonly Params: { readonly name: string };
}

/**
 * `POST /internal/queries/<class name>` with the query's fields as JSON: 200 with the answer as JSON,
 * 400 for other fields than the query has, 401 without a token for this service, 404 for a query
 * that is not one of its, 503 while it cannot answer, 500 for a bug. Refusals have no body.
 */
export function addQueryRoutes(fastify: FastifyInstance, service: AnsweringService): void {
  void fastify.register((scope, _options, done) => {
    // Before the body is read: a stranger does not make this process parse anything.
    scope.addHook('onRequest', async (request) => {
      await service.tokens.callerOf(request.headers.authorization);
    });
    scope.setErrorHandler((error, request, reply) => refuse(service, error, request, reply));
    scope.post<QueryRoute>(
      '/internal/queries/:name',
      { bodyLimit: bodyBytesMax },
      (request, reply) => answer(service, request, reply),
    );
    done();
  });
}

async function answer(
  service: AnsweringService,
  request: FastifyRequest<QueryRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { name } = request.params;
  const type = queryTypeOf(service.name, name);
  if (type === undefined) return reply.code(404).send();
  const read = queryFromJson(type, request.body);
  if ('fault' in read) {
    service.log.warn({ query: name, fault: read.fault }, 'a query of another form was refused');
    return reply.code(400).send();
  }
  const found = await service.answer(read.query, traceOf(request));
  return reply.header('content-type', 'application/json').send(JSON.stringify(found));
}

function traceOf({ headers }: FastifyRequest): TraceHeaders {
  const { traceparent, tracestate } = headers;
  return {
    ...(typeof traceparent === 'string' ? { traceparent } : {}),
    ...(typeof tracestate === 'string' ? { tracestate } : {}),
  };
}

/** An error without detail: the asker cannot do anything about it, and the reason is in the log. */
function refuse(
  { log }: AnsweringService,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { name: query } = request.params as { readonly name?: string };
  if (error instanceof TokenRefused) {
    log.warn({ query, err: error }, 'a query without a good token was refused');
    return reply.code(401).send();
  }
  if (error instanceof ServiceUnavailable) {
    log.warn({ query, err: error }, 'a query could not be answered');
    return reply.code(503).send();
  }
  const { statusCode = 500 } = error as { readonly statusCode?: number };
  if (statusCode >= 500) log.error({ query, err: error }, 'a query failed');
  return reply.code(statusCode).send();
}

const bodyBytesMax = 1024 * 1024;
