import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from './negotiation.js';
import { Readable } from 'node:stream';

/** The request headers that answers depend on. */
const vary = 'accept-encoding, accept-language';

/** Sets the headers that every answer has: the request's id, language, caching and Vary. */
export function addAnswerHeaders(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    setAnswerHeaders(request, reply);
    done(null, payload);
  });
}

/** Sets the same headers on an answer that no hook sees. */
export function setAnswerHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const requestId = request.headers['x-request-id'];
  if (typeof requestId === 'string' && requestId.length <= 128) {
    void reply.header('x-request-id', requestId);
  }
  if (!reply.hasHeader('content-language')) {
    void reply.header('content-language', languageOf(request.headers['accept-language']));
  }
  // The bank's own routes may allow caching.
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
  void reply.header('vary', vary);
}

/**
 * Answers HEAD with the status and the headers of GET, without those that its content determines (RFC 9110
 * section 9.3.2). A length or a Digest would tell a TPP without the PSU that a balance has changed, and HEAD
 * counts as no read.
 */
export function addHeadAnswers(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (request.method !== 'HEAD') return done(null, payload);
    void reply.removeHeader('content-length');
    // Fastify measures the content of a HEAD unless it is a stream.
    done(null, Readable.from([]));
  });
}
