import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NoParameters } from '@nordgate/contracts/http';
import { inSpan, spanNames, attributeNames, instrumentsOf } from '@nordgate/telemetry';
import type { Caller } from '../access/caller.js';
import { headerValuesOf } from '../request/header-table.js';
import { requirementsOf, descriptionOf } from '../request/route.decorator.js';
import type { ProvenRequest, VerifiedRequest } from '../access/verified-request.decorator.js';
import type { RouteRequirements } from '../request/route-requirements.js';
import { BodyBudget } from '../guard/body-budget.js';
import type { RequestLimits } from '../guard/request-limits.hook.js';
import { bodyBytesMaxOf, hasBody } from '../guard/request-limits.hook.js';
import { spanOf } from '../reply/request-telemetry.hook.js';
import { verifyHead } from './verify-request.js';
import type { VerifySettings } from './verify-request.js';
import { readBody } from '../guard/read-body.js';
import type { BodyBounds, BodyFault } from '../guard/read-body.js';
import { cutShort, tooLargeBody, tooSlow, unavailable } from '../reply/request-error.js';
import type { RequestError } from '../reply/request-error.js';

/** The settings of the checks, and the limits of bodies. */
interface VerificationSettings extends VerifySettings {
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

/** The room for one body. */
interface Room {
  readonly tppId: string;
  readonly bounds: BodyBounds;
  readonly budget: BodyBudget;
}

const noBody = Buffer.alloc(0);

/**
 * Reads the body of a verified TPP's request. A body without a declared length takes the room of the
 * largest one. The room is free again after the answer. Rejects with RequestError: 503 without room for
 * the body, 413 for a body that is too large, 408 for one that comes too slowly, 400 when the connection
 * ends before the body does.
 */
function verifiedBody(
  { raw, method }: FastifyRequest,
  reply: FastifyReply,
  { tppId, bounds, budget }: Room,
): Promise<Buffer> {
  if (!hasBody(raw) || method === 'HEAD') return Promise.resolve(noBody);
  const bytes = Number(raw.headers['content-length'] ?? bounds.bytesMax);
  const release = budget.reserve(tppId, bytes);
  if (release === undefined) return Promise.reject(withoutRoom());
  reply.raw.once('close', release);
  // The sender waits for this before it sends the body (RFC 9110 section 10.1.1).
  if (raw.headers.expect !== undefined) reply.raw.writeContinue();
  return new Promise((resolve, reject) => {
    readBody(raw, bounds, (bodyFault = 'cut-short', body) => {
      if (body === undefined) reject(errorOf[bodyFault]());
      else resolve(body);
    });
  });
}

const errorOf: { readonly [Fault in BodyFault]: () => RequestError } = {
  'too-large': tooLargeBody,
  'too-slow': tooSlow,
  'cut-short': cutShort,
};

function withoutRoom(): RequestError {
  instrumentsOf().turnedAway.add(1, { [attributeNames.cause]: 'body-bytes' });
  return unavailable();
}
