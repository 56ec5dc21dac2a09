import { isInfrastructureFailure } from '@nordgate/event-store';
import type { Log } from '@nordgate/telemetry';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { TokenRefusedError } from '../queries/http/tokens.js';
import { ServiceUnavailableError } from '../queries/query-client.js';
import { OperationError } from './operations.js';
import type { OperatedService } from './operations.js';

/** The path under which a service accepts requests of the operator. */
export const operationsPath = '/internal/operations';

/**
 * `POST /internal/operations` with one request of the operator: 200 with the outcome, 400 with
 * `{ "fault": … }` when it cannot be carried out, 401 without a token for operations, 503 while the
 * service is unavailable.
 */
export function addOperationRoutes(fastify: FastifyInstance, service: OperatedService): void {
  void fastify.register((scope, _options, done) => {
    // Before the body is read: without a token nothing is parsed.
    scope.addHook('onRequest', async (request) => {
      await service.tokens.callerOf(request.headers.authorization);
    });
    scope.setErrorHandler((error, _request, reply) => sendError(service.log, error, reply));
    scope.post(operationsPath, { bodyLimit: bodyBytesMax }, async (request, reply) => {
      const outcome = await service.operate(request.body);
      return reply.send({ outcome });
    });
    done();
  });
}

function sendError(log: Log, error: unknown, reply: FastifyReply): FastifyReply {
  if (error instanceof OperationError) return reply.code(400).send({ fault: error.message });
  if (error instanceof TokenRefusedError) {
    log.warn({ err: error }, 'rejected an operation without a valid token');
    return reply.code(401).send();
  }
  if (error instanceof ServiceUnavailableError || isInfrastructureFailure(error)) {
    log.warn({ err: error }, 'an operation failed because the service is unavailable');
    return reply.code(503).send();
  }
  const { statusCode = 500 } = error as { readonly statusCode?: number };
  if (statusCode >= 500) log.error({ err: error }, 'an operation failed');
  return reply.code(statusCode).send();
}

/** A change of a bulk payment carries the whole payment. */
const bodyBytesMax = 1024 * 1024;
