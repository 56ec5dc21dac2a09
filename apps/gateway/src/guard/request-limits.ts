import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { fault, Refused } from '../reply/refused.js';
import type { RequestLimits } from './limits.js';

/** Refuses what is larger than the interface takes before anything looks into it. */
export function addRequestLimits(fastify: FastifyInstance, limits: RequestLimits): void {
  fastify.addHook('onRequest', ({ raw }, _reply, done) => done(excessOf(raw, limits)));
}

/** The first bound that a request goes beyond; undefined for one within all of them. */
function excessOf(
  { url = '', rawHeaders, httpVersion, headers }: IncomingMessage,
  { urlLengthMax, headerCountMax, headerLengthMax }: RequestLimits,
): Refused | undefined {
  if (url.length > urlLengthMax) return tooLarge(414);
  if (rawHeaders.length > headerCountMax * 2) return tooLarge(431);
  for (let at = 1; at < rawHeaders.length; at += 2) {
    if ((rawHeaders[at] ?? '').length > headerLengthMax) return tooLarge(431, rawHeaders[at - 1]);
  }
  // Node would answer this without a word (RFC 9112 section 3.2).
  return httpVersion === '1.1' && headers.host === undefined ? withoutHost() : undefined;
}

const tooLarge = (status: 414 | 431, path = ''): Refused =>
  new Refused([fault('BAD_REQUEST', 'request.tooLarge', path)], { status });

const withoutHost = (): Refused =>
  new Refused([fault('HTTP_HEADER_REQUIRED', 'header.required', 'Host', { header: 'Host' })]);
