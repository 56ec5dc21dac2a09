import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

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
