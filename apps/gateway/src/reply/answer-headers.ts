import type { FastifyInstance } from 'fastify';
import { languageOf } from '../access/language.js';

/** What every answer carries: the call's id, the language of its texts, and no caching. */
export function addAnswerHeaders(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const requestId = request.headers['x-request-id'];
    if (typeof requestId === 'string' && requestId.length <= 128) {
      void reply.header('x-request-id', requestId);
    }
    if (!reply.hasHeader('content-language')) {
      void reply.header('content-language', languageOf(request.headers['accept-language']));
    }
    void reply.header('cache-control', 'no-store');
    done(null, payload);
  });
}
