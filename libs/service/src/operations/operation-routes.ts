import { isInfrastructureFailure } from '@nordgate/event-store';
import type { Log } from '@nordgate/telemetry';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ServiceUnavailable } from '../queries/query-client.js';
import type { TokenCheck } from '../queries/http/token-check.js';
import { TokenRefused } from '../queries/http/token-check.js';
import { OperationFault } from './operations.js';
import type { Operate } from './operations.js';

/** Where a service takes what the bank's operator asks for. */
export const operationsPath = '/internal/operations';

/** A service with a door for the operator. */
export interface OperatedService {
  readonly tokens: TokenCheck;
  readonly operate: Operate;
  readonly log: Log;
}

/**
 * `POST /internal/operations` with one request of the operator: 200 with the outcome, 400 with
 * `{ "fault": … }` for what cannot be done, 401 without a token for operations, 503 while the service
 * cannot answer.
 */
export function addOperationRoutes(fastify: FastifyInstance, service: OperatedService): void {
  void fastify.register((scope, _options, done) => {
    // Before the body is read: a stranger does not make this process parse anything.
    scope.addHook('onRequest', async (request) => {
      await service.tokens.callerOf(request.headers.authorization);
    });
    scope.setErrorHandler((error, _request, reply) => refuse(service.log, error, reply));
    scope.post(operationsPath, { bodyLimit: bodyBytesMax }, async (request, reply) => {
      const outcome = await service.operate(request.body);
      return reply.send({ outcome });
    });
    done();
  });
}

function refuse(log: Log, error: unknown, reply: FastifyReply): FastifyReply {
  if (error instanceof OperationFault) return reply.code(400).send({ fault: error.message });
  if (error instanceof TokenRefused) {
    log.warn({ err: error }, 'an operation without a good token was refused');
    return reply.code(401).send();
  }
  if (error instanceof ServiceUnavailable || isInfrastructureFailure(error)) {
    log.warn({ err: error }, 'an operation could not be done');
    return reply.code(503).send();
  }
  const { statusCode = 500 } = error as { readonly statusCode?: number };
  if (statusCode >= 500) log.error({ err: error }, 'an operation failed');
  return reply.code(statusCode).send();
}

/** A change of a bulk payment carries the whole of it. */
const bodyBytesMax = 1024 * 1024;
