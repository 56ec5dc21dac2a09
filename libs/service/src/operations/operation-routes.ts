import { defined } from '@nordgate/decider';
import { isInfrastructureFailure } from '@nordgate/event-store';
import type { Log } from '@nordgate/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TokenRefusedError } from '../queries/http/tokens.js';
import { ServiceUnavailableError } from '../queries/query-client.js';
import { OperationDenied, OperationError, SecondPersonNeeded } from './operation-errors.js';
import type { OperatedProcess } from './operations.js';
import { operationsPath } from './operations-file.js';
import { personHeader } from './people/person-proofs.js';
import type { PermittedOperation } from './tokens/operator-token-check.js';

/**
 * `POST /internal/operations` with one request of the operator: 200 with the outcome, 202 with `{ "pending": … }` when a
 * second person has to confirm it, 400 with `{ "fault": … }` when it cannot be carried out, 403 with the same when the
 * person may not, 401 without a token for this request, 503 while the service is unavailable.
 */
export function addOperationRoutes(fastify: FastifyInstance, process: OperatedProcess): void {
  void fastify.register((scope, _options, done) => {
    const { tokens, people, log } = process;
    const permitted = new WeakMap<FastifyRequest, PermittedOperation>();
    // Before the body is read: without a token nothing is parsed.
    scope.addHook('onRequest', async (request) => {
      const { headers, method, url: path } = request;
      const { authorization, [personHeader]: proof } = headers;
      const person = typeof proof === 'string' ? proof : undefined;
      permitted.set(request, await tokens.permitted({ authorization, method, path, person }));
    });
    // The token has the hash of the bytes, so the bytes come before their meaning.
    scope.removeAllContentTypeParsers();
    const parse = jsonParserOf(scope);
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: bodyBytesMax },
      (_request, body, parsed) => parsed(null, body),
    );
    scope.setErrorHandler((error, _request, reply) => sendError(log, error, reply));
    scope.post(operationsPath, { bodyLimit: bodyBytesMax }, async (request, reply) => {
      const operation = permitted.get(request);
      if (operation === undefined) throw new TokenRefusedError('nothing was permitted');
      const { body = Buffer.alloc(0) } = request as { readonly body?: Buffer };
      tokens.spend(operation, body);
      const { service, bodyHash, person: proof, as, id } = operation;
      const person = await people.identify({ proof, service, bodyHash });
      const origin = { person, token: { id }, terms: people.terms, ...defined({ as }) };
      const outcome = await process.operate(await parse(request, body), origin, service);
      return reply.send({ outcome });
    });
    done();
  });
}

/** Parses as Fastify does, which refuses `__proto__`. */
function jsonParserOf(fastify: FastifyInstance) {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  return (request: FastifyRequest, body: Buffer) =>
    new Promise<unknown>((resolve, reject) => {
      void parse(request, body.toString('utf8'), (error, value: unknown) =>
        error === null ? resolve(value) : reject(error),
      );
    });
}

function sendError(log: Log, error: unknown, reply: FastifyReply): FastifyReply {
  if (error instanceof SecondPersonNeeded) return reply.code(202).send({ pending: error.pending });
  if (error instanceof OperationError) {
    const status = error instanceof OperationDenied ? 403 : 400;
    return reply.code(status).send({ fault: error.message });
  }
  if (error instanceof TokenRefusedError) {
    log.warn({ err: error }, 'rejected an operation without a valid token');
    return reply.code(401).header('www-authenticate', 'Bearer').send();
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
