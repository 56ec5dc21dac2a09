import type { IncomingMessage, ServerResponse } from 'node:http';
import { NoParameters } from '@nordgate/contracts/http';
import { inSpan, spanNames } from '@nordgate/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../access/caller.js';
import { headerValuesOf } from '../request/header-table.js';
import { requirementsOf, descriptionOf } from '../request/route.decorator.js';
import type { ProvenRequest, VerifiedRequest } from '../access/verified-request.decorator.js';
import type { RouteRequirements } from '../request/route-requirements.js';
import { BodyBudget } from '../guard/body-budget.js';
import type { RequestLimits } from '../guard/request-limits.hook.js';
import { bodyBytesMaxOf } from '../guard/request-limits.hook.js';
import { spanOf } from '../reply/request-telemetry.hook.js';
import { verifiedBody } from './verified-body.hook.js';
import { verifyHead } from './verify-request.js';
import type { VerifySettings } from './verify-request.js';

/** The settings of the checks, and the limits of bodies. */
export interface VerificationSettings extends VerifySettings {
  readonly limits: RequestLimits;
}

/**
 * Verifies each request on its headers, before its body is read, and reads the body of a verified TPP
 * only (docs/adr). A body stays bytes until the handler parses it, because the digest covers the bytes.
 */
export function addVerification(fastify: FastifyInstance, settings: VerificationSettings): void {
  const budget = new BodyBudget(settings.limits);
  // Without a listener Node asks each sender for its body before anything is checked.
  fastify.server.on('checkContinue', (request: IncomingMessage, answer: ServerResponse) => {
    fastify.server.emit('request', request, answer);
  });
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(/^application\/json(;.*)?$/i, (request, _payload, done) =>
    done(null, (request as Partial<ProvenRequest>).received),
  );
  fastify.addHook('onRoute', ({ method, url, config }) => {
    // Fail closed: the gateway does not start with a route that declares no requirements.
    if (requirementsOf(config) === undefined)
      throw new Error(`${String(method)} ${url} declares no requirements`);
  });
  fastify.addHook('preParsing', (request, reply, _payload, done) => {
    const requirements = requirementsOf(request.routeOptions.config);
    if (requirements === undefined || requirements === 'unsigned') return done();
    spanOf(request).run(() => {
      const verifying = inSpan(spanNames.verify, {}, () =>
        verified(request, reply, requirements, { ...settings, budget }),
      );
      // A callback of a promise keeps the context: later hooks and the handler run in the request's span.
      verifying.then((caller) => {
        (request as VerifiedRequest).caller = caller;
        done();
      }, done);
    });
  });
}

async function verified(
  request: FastifyRequest,
  reply: FastifyReply,
  requirements: RouteRequirements,
  settings: VerificationSettings & { readonly budget: BodyBudget },
): Promise<Caller> {
  const head = {
    method: request.method,
    target: request.raw.url ?? '',
    rawHeaders: request.raw.rawHeaders,
    header: headerValuesOf(request.headers),
    parameters: descriptionOf(request.routeOptions.config)?.query ?? NoParameters,
  };
  const call = await verifyHead(head, requirements, settings);
  const proven = request as ProvenRequest;
  proven.tppId = call.tppId;
  const { budget, limits } = settings;
  const bounds = {
    bytesMax: bodyBytesMaxOf(requirements, limits),
    windowMs: limits.bodyWindowMs,
    bytesPerWindowMin: limits.bodyBytesPerWindowMin,
  };
  proven.received = await verifiedBody(request, reply, { tppId: call.tppId, bounds, budget });
  return call.withBody(proven.received);
}
