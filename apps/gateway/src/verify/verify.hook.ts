import { NoParameters } from '@nordgate/contracts/http';
import { inSpan, spanNames } from '@nordgate/telemetry';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { headerValuesOf } from '../access/header-table.js';
import { requirementsOf, descriptionOf } from '../access/route.js';
import type { VerifiedRequest } from '../access/route.js';
import { spanOf } from '../health/request-telemetry.js';
import { verifyRequest } from './verify-request.js';
import type { VerifySettings } from './verify-request.js';

const noBody = Buffer.alloc(0);

/**
 * Verifies each request after its bytes have arrived and before anything reads them. A body stays bytes
 * until the handler parses it, because the digest covers the bytes.
 */
export function addVerification(fastify: FastifyInstance, settings: VerifySettings): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    /^application\/json(;.*)?$/i,
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  );
  fastify.addHook('onRoute', ({ method, url, config }) => {
    // Fail closed: the gateway does not start with a route that declares no requirements.
    if (requirementsOf(config) === undefined)
      throw new Error(`${String(method)} ${url} declares no requirements`);
  });
  fastify.addHook('preValidation', (request: FastifyRequest, _reply, done) => {
    const requirements = requirementsOf(request.routeOptions.config);
    if (requirements === undefined || requirements === 'unsigned') return done();
    const received = {
      method: request.method,
      target: request.raw.url ?? '',
      rawHeaders: request.raw.rawHeaders,
      header: headerValuesOf(request.headers),
      body: Buffer.isBuffer(request.body) ? request.body : noBody,
      parameters: descriptionOf(request.routeOptions.config)?.query ?? NoParameters,
    };
    const verifying = spanOf(request).run(() =>
      inSpan(spanNames.verify, {}, () => verifyRequest(received, requirements, settings)),
    );
    verifying.then((caller) => {
      (request as VerifiedRequest).caller = caller;
      // Later hooks and the handler run in the request's span.
      spanOf(request).run(done);
    }, done);
  });
}
