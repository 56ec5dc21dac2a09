import { randomBytes } from 'node:crypto';
import { objectSchema, SinglePaymentInitiation } from '@nordgate/contracts/http';
import { createCertificateCache, createTrustStore, verifyRequest } from '@nordgate/signature';
import { fastify } from 'fastify';

/**
 * The baseline of the gateway bench: Fastify that verifies each request by itself, as soon as its
 * octets are there, and has Ajv judge the body by the same schema. It checks nothing else.
 */
export async function startInlineEdge(path: string, anchors: readonly string[]): Promise<string> {
  const trust = createCertificateCache(createTrustStore({ anchors }));
  const server = fastify({ forceCloseConnections: true });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    ({ raw, method, url: target }, body, done) => {
      const octets = body as Buffer;
      const { rawHeaders } = raw;
      const now = new Date();
      const request = { method, target, rawHeaders, body: octets, now, trust };
      const verified = verifyRequest({ ...request, digestRequired: true });
      if ('refused' in verified) return done(Object.assign(new Error(), { statusCode: 400 }));
      done(null, JSON.parse(octets.toString()));
    },
  );
  server.post(path, { schema: { body: objectSchema(SinglePaymentInitiation) } }, (_, reply) => {
    const paymentId = randomBytes(24).toString('base64url');
    const self = { href: `${path}/${paymentId}`, verbs: ['GET'] };
    return reply.code(201).send({ paymentId, transactionStatus: 'RCVD', _links: { self } });
  });
  return server.listen({ host: '127.0.0.1', port: 0 });
}
