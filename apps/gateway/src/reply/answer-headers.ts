import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '../access/language.js';

/** What every answer carries: the call's id, the language of its texts, and no caching. */
export function addAnswerHeaders(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    setAnswerHeaders(request, reply);
    done(null, payload);
  });
}

/** The same for an answer that no hook sees. */
export function setAnswerHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const requestId = request.headers['x-request-id'];
  if (typeof requestId === 'string' && requestId.length <= 128) {
    void reply.header('x-request-id', requestId);
  }
  if (!reply.hasHeader('content-language')) {
    void reply.header('content-language', languageOf(request.headers['accept-language']));
  }
  // The bank's own routes may say otherwise.
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
}
