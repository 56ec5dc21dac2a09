import type { FastifyInstance } from 'fastify';

const methods = ['GET', 'DELETE'];

/**
 * Reads the bodies of GET and DELETE requests, which have no meaning (RFC 9110 section 9.3): of any
 * media type, up to this size, else 413. The verification checks their Digest as on any request.
 */
export function addIgnoredBodies(fastify: FastifyInstance, bytesMax: number): void {
  fastify.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  fastify.addHook('onRoute', (route) => {
    const isIgnored = [route.method].flat().every((one) => methods.includes(one));
    if (isIgnored) route.bodyLimit = bytesMax;
  });
  fastify.addHook('onRequest', ({ method, raw: { headers } }, _reply, done) => {
    if (methods.includes(method)) {
      const isThere =
        headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
      // Fastify picks the parser by this header. The signature is checked over the raw headers.
      if (isThere) headers['content-type'] = 'application/json';
      else Reflect.deleteProperty(headers, 'content-type');
    }
    done();
  });
}
