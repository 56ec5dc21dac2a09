import { attributeNames, instrumentsOf } from '@nordgate/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BodyBudget } from '../guard/body-budget.js';
import { hasBody } from '../guard/request-limits.hook.js';
import { readBody } from '../guard/read-body.js';
import type { BodyBounds, BodyFault } from '../guard/read-body.js';
import { cutShort, tooLargeBody, tooSlow, unavailable } from '../reply/request-error.js';
import type { RequestError } from '../reply/request-error.js';

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
export function verifiedBody(
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
