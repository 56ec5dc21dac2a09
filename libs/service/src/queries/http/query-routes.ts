import { queryFromJson, queryTypeOf } from '@nordgate/contracts/queries';
import type { QueriedService, ServiceQuery } from '@nordgate/contracts/queries';
import type { Log, TraceHeaders } from '@nordgate/telemetry';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ServiceUnavailable } from '../query-client.js';
import { queriesPath } from './asked.js';
import type { Asked, Outcome } from './asked.js';
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

/**
 * `POST /internal/queries` with a list of questions (`asked.ts`): 200 with an outcome for each, 400
 * for what is no such list, 401 without a token for this service. A question's own outcome is 200
 * with its answer, 400 for other fields than the query has, 404 for a query that is not one of the
 * service's, 503 while it cannot answer, 500 for a bug. Refusals say no more than their number.
 */
export function addQueryRoutes(fastify: FastifyInstance, service: AnsweringService): void {
  void fastify.register((scope, _options, done) => {
    // Before the body is read: a stranger does not make this process parse anything.
    scope.addHook('onRequest', async (request) => {
      await service.tokens.callerOf(request.headers.authorization);
    });
    scope.setErrorHandler((error, _request, reply) => refuse(service, error, reply));
    scope.post(queriesPath, { bodyLimit: bodyBytesMax }, async (request, reply) => {
      const asked = askedIn(request.body);
      if (asked === undefined) return reply.code(400).send();
      const outcomes = await Promise.all(asked.map((one) => outcomeOf(service, one)));
      return reply.header('content-type', 'application/json').send(`[${outcomes.join()}]`);
    });
    done();
  });
}

/** The outcome as JSON: an answer that has no JSON form is that question's fault alone. */
async function outcomeOf(service: AnsweringService, asked: Asked): Promise<string> {
  const outcome = await answerTo(service, asked);
  try {
    return JSON.stringify(outcome);
  } catch (error) {
    service.log.error({ query: asked.name, err: error }, 'an answer is no JSON');
    return JSON.stringify({ status: 500 });
  }
}

async function answerTo(service: AnsweringService, asked: Asked): Promise<Outcome> {
  const { name } = asked;
  const type = queryTypeOf(service.name, name);
  if (type === undefined) return { status: 404 };
  const read = queryFromJson(type, asked.query);
  if ('fault' in read) {
    service.log.warn({ query: name, fault: read.fault }, 'a query of another form was refused');
    return { status: 400 };
  }
  try {
    return { status: 200, answer: await service.answer(read.query, asked.trace) };
  } catch (error) {
    if (error instanceof ServiceUnavailable) {
      service.log.warn({ query: name, err: error }, 'a query could not be answered');
      return { status: 503 };
    }
    service.log.error({ query: name, err: error }, 'a query failed');
    return { status: 500 };
  }
}

/** The questions in a body, as far as their outside goes; undefined when it is no list of them. */
function askedIn(body: unknown): readonly Asked[] | undefined {
  if (!Array.isArray(body) || body.length > askedMax) return undefined;
  return body.every(isAsked) ? body : undefined;
}

function isAsked(one: unknown): one is Asked {
  const { name, query, trace } = (one ?? {}) as Partial<Asked>;
  return typeof name === 'string' && query !== undefined && isTrace(trace);
}

function isTrace(trace: unknown): boolean {
  if (typeof trace !== 'object' || trace === null) return false;
  const { traceparent, tracestate } = trace as Record<string, unknown>;
  return [traceparent, tracestate].every((one) => one === undefined || typeof one === 'string');
}

/** An error without detail: the asker cannot do anything about it, and the reason is in the log. */
function refuse({ log }: AnsweringService, error: unknown, reply: FastifyReply): FastifyReply {
  if (error instanceof TokenRefused) {
    log.warn({ err: error }, 'queries without a good token were refused');
    return reply.code(401).send();
  }
  const { statusCode = 500 } = error as { readonly statusCode?: number };
  if (statusCode >= 500) log.error({ err: error }, 'queries failed');
  return reply.code(statusCode).send();
}

const bodyBytesMax = 1024 * 1024;
/** As many as a peer asks together, and some. */
const askedMax = 1000;
