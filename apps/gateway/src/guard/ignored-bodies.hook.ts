import type { FastifyInstance } from 'fastify';
import { hasBody } from './request-limits.hook.js';

/** Methods whose body has no meaning (RFC 9110 section 9.3): it is read, and only its Digest counts. */
export const methodsWithIgnoredBody: readonly string[] = ['GET', 'DELETE'];

/**
 * Takes a body of any media type with GET and DELETE, where it is ignored.
 * The verification checks its Digest as on any request.
 */
export function addIgnoredBodies(fastify: FastifyInstance): void {
  fastify.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  fastify.addHook('onRequest', ({ method, raw }, _reply, done) => {
    if (methodsWithIgnoredBody.includes(method)) {
      // Fastify picks the parser by this header. The signature is checked over the raw headers.
      if (hasBody(raw)) raw.headers['content-type'] = 'application/json';
      else Reflect.deleteProperty(raw.headers, 'content-type');
    }
    done();
  });
}
