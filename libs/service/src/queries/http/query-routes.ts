import { queryFromJson, queryTypeOf } from '@nordgate/contracts/queries';
import type { QueriedService, ServiceQuery } from '@nordgate/contracts/queries';
import { inTrace } from '@nordgate/telemetry';
import type { Log, TraceHeaders } from '@nordgate/telemetry';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ServiceUnavailableError } from '../query-client.js';
import { TokenRefusedError } from './tokens.js';
import type { TokenCheck } from './tokens.js';

/** The path under which a service answers queries of other processes. */
export const queriesPath = '/internal/queries';

/** A query in the body of a request. The queries of one event-loop turn share a request. */
export interface QueryMessage {
  /** The class name of the query. */
  readonly name: string;
  /** The fields of the query. */
  readonly query: unknown;
  /** The trace of the caller. */
  readonly trace: TraceHeaders;
}

/** The outcome of a query in the body of a response: an HTTP status, and with 200 the answer. */
export interface QueryOutcome {
  readonly status: number;
  readonly answer?: unknown;
}

/** A service that answers queries of other processes. */
export interface AnsweringService {
  readonly name: QueriedService;
  readonly tokens: TokenCheck;
  /** Rejects with ServiceUnavailableError when its database is unavailable. */
  answer(query: ServiceQuery<unknown>, from: TraceHeaders): Promise<unknown>;
  readonly log: Log;
}

/**
 * `POST /internal/queries` with a list of `QueryMessage`: 200 with an outcome for each,
 * 400 when the body is not such a list, 401 without a token for this service. The outcome of a query
 * is 200 with its answer, 400 when its fields are wrong, 404 when the service does not have the query,
 * 503 while the service is unavailable, and 500 for a bug. Errors carry a status only.
 */
export function addQueryRoutes(fastify: FastifyInstance, service: AnsweringService): void {
  void fastify.register((scope, _options, done) => {
    // Before the body is read: without a token nothing is parsed.
    scope.addHook('onRequest', async (request) => {
      await service.tokens.callerOf(request.headers.authorization);
    });
    scope.setErrorHandler((error, _request, reply) => sendError(service, error, reply));
    scope.post(queriesPath, { bodyLimit: bodyBytesMax }, async (request, reply) => {
      const messages = messagesIn(request.body);
      if (messages === undefined) return reply.code(400).send();
      const outcomes = await Promise.all(
        messages.map((one) => inTrace(one.trace, () => outcomeOf(service, one))),
      );
      return reply.header('content-type', 'application/json').send(`[${outcomes.join()}]`);
    });
    done();
  });
}

/** The outcome as JSON. An answer that has no JSON form affects its own query only. */
async function outcomeOf(service: AnsweringService, message: QueryMessage): Promise<string> {
  const outcome = await answerTo(service, message);
  try {
    return JSON.stringify(outcome);
  } catch (error) {
    service.log.error({ query: message.name, err: error }, 'an answer has no JSON form');
    return JSON.stringify({ status: 500 });
  }
}

async function answerTo(service: AnsweringService, message: QueryMessage): Promise<QueryOutcome> {
  const { name } = message;
  const type = queryTypeOf(service.name, name);
  if (type === undefined) return { status: 404 };
  const read = queryFromJson(type, message.query);
  if ('fault' in read) {
    service.log.warn({ query: name, fault: read.fault }, 'rejected a query with wrong fields');
    return { status: 400 };
  }
  try {
    return { status: 200, answer: await service.answer(read.query, message.trace) };
  } catch (error) {
    if (error instanceof ServiceUnavailableError) {
      service.log.warn({ query: name, err: error }, 'a query could not be answered');
      return { status: 503 };
    }
    service.log.error({ query: name, err: error }, 'a query failed');
    return { status: 500 };
  }
}

/** The queries in a body, without a check of their fields; undefined when it is not such a list. */
function messagesIn(body: unknown): readonly QueryMessage[] | undefined {
  if (!Array.isArray(body) || body.length > queriesMax) return undefined;
  return body.every(isQueryMessage) ? body : undefined;
}

function isQueryMessage(one: unknown): one is QueryMessage {
  const { name, query, trace } = (one ?? {}) as Partial<QueryMessage>;
  return typeof name === 'string' && query !== undefined && isTrace(trace);
}

function isTrace(trace: unknown): boolean {
  if (typeof trace !== 'object' || trace === null) return false;
  const { traceparent, tracestate } = trace as Record<string, unknown>;
  return [traceparent, tracestate].every((one) => one === undefined || typeof one === 'string');
}

/** Sends a status without details. The reason is in the log. */
function sendError({ log }: AnsweringService, error: unknown, reply: FastifyReply): FastifyReply {
  if (error instanceof TokenRefusedError) {
    log.warn({ err: error }, 'rejected queries without a valid token');
    return reply.code(401).header('www-authenticate', 'Bearer').send();
  }
  const { statusCode = 500 } = error as { readonly statusCode?: number };
  if (statusCode >= 500) log.error({ err: error }, 'queries failed');
  return reply.code(statusCode).send();
}

const bodyBytesMax = 1024 * 1024;
/** More than a process sends in one request. */
const queriesMax = 1000;
