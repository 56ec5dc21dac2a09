import { NoParameters } from '@nordgate/contracts/http';
import { inSpan, spanNames } from '@nordgate/telemetry';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { headerValuesOf } from '../access/header-values.js';
import { demandOf, descriptionOf } from '../access/nest.js';
import type { VerifiedRequest } from '../access/nest.js';
import { spanOf } from '../health/request-telemetry.js';
import { verifyRequest } from './verify-request.js';
import type { VerifySettings } from './verify-request.js';

const noBody = Buffer.alloc(0);

/**
 * Verifies each request after its octets have arrived and before anything looks into them. Bodies
 * stay octets until the handler parses them: the digest is over what was sent.
 */
export function addVerification(fastify: FastifyInstance, settings: VerifySettings): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    /^application\/json(;.*)?$/i,
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  );
  fastify.addHook('onRoute', ({ method, url, config }) => {
    // Fail closed: a route that forgot to say what it demands never starts.
    if (demandOf(config) === undefined) throw new Error(`${String(method)} ${url} demands nothing`);
  });
  fastify.addHook('preValidation', (request: FastifyRequest, _reply, done) => {
    const operation = demandOf(request.routeOptions.config);
    if (operation === undefined || operation === 'unsigned') return done();
    const received = {
      method: request.method,
      target: request.raw.url ?? '',
      rawHeaders: request.raw.rawHeaders,
      header: headerValuesOf(request.headers),
      body: Buffer.isBuffer(request.body) ? request.body : noBody,
      parameters: descriptionOf(request.routeOptions.config)?.query ?? NoParameters,
    };
    const verifying = spanOf(request).run(() =>
      inSpan(spanNames.verify, {}, () => verifyRequest(received, operation, settings)),
    );
    verifying.then((caller) => {
      (request as VerifiedRequest).caller = caller;
      // What follows, the handler included, belongs to the request's span.
      spanOf(request).run(done);
    }, done);
  });
}
