import type { IncomingMessage } from 'node:http';
import type { ServerLimits } from '@nordgate/service/edge';
import type { FastifyInstance } from 'fastify';
import { fault, RequestError } from '../reply/request-error.js';
import type { RouteRequirements } from '../request/route-requirements.js';

/** Limits of one request and of its connection. */
export interface RequestLimits extends ServerLimits {
  readonly bodyBytesMax: number;
  /** The body of a bulk payment. */
  readonly bulkBytesMax: number;
  /** All bodies that one instance holds in memory at once, and those of one TPP among them. */
  readonly heldBytesMax: number;
  readonly heldBytesPerTppMax: number;
  /** The room that only bodies up to `bodyBytesMax` may use when the other one is full, and one TPP's share. */
  readonly reservedBytesMax: number;
  readonly reservedBytesPerTppMax: number;
  /** A body that does not bring so many bytes in each window of time, or end in it, is too slow. */
  readonly bodyWindowMs: number;
  readonly bodyBytesPerWindowMin: number;
  /** Bodies above `bodyBytesMax` that wait for their turn to be parsed, and those of one TPP among them. */
  readonly waitingBodiesMax: number;
  readonly waitingBodiesPerTppMax: number;
  /** Request line and headers together; Node's own default. */
  readonly headerBlockBytesMax: number;
  readonly headerCountMax: number;
  /** One header's value. The longest one is a certificate (`libs/signature`). */
  readonly headerLengthMax: number;
  /** RFC 9110 section 4.1 asks for at least 8000. An id of any length up to here is one that nobody knows. */
  readonly urlLengthMax: number;
  /** A connection without traffic, also while the TPP does not read an answer. */
  readonly idleMsMax: number;
}

export const defaultLimits: RequestLimits = {
  bodyBytesMax: 64 * 1024,
  bulkBytesMax: 1024 * 1024,
  heldBytesMax: 64 * 1024 * 1024,
  heldBytesPerTppMax: 16 * 1024 * 1024,
  reservedBytesMax: 8 * 1024 * 1024,
  reservedBytesPerTppMax: 1024 * 1024,
  bodyWindowMs: 5000,
  bodyBytesPerWindowMin: 10 * 1024,
  waitingBodiesMax: 256,
  waitingBodiesPerTppMax: 32,
  headerBlockBytesMax: 16 * 1024,
  headerCountMax: 100,
  headerLengthMax: 12_288,
  urlLengthMax: 12_288,
  headersWithinMs: 10_000,
  requestWithinMs: 30_000,
  idleMsMax: 60_000,
  checkEveryMs: 1000,
  connectionsMax: 10_000,
  connectionsPerAddressMax: 100,
};

/** Rejects a request beyond the limits before anything reads its content. */
export function addRequestLimits(fastify: FastifyInstance, limits: RequestLimits): void {
  fastify.addHook('onRequest', ({ raw }, _reply, done) => done(excessIn(raw, limits)));
}

/** The error for the first limit that a request exceeds; undefined within all limits. */
function excessIn(
  { url = '', rawHeaders, httpVersion, headers }: IncomingMessage,
  { urlLengthMax, headerCountMax, headerLengthMax }: RequestLimits,
): RequestError | undefined {
  if (url.length > urlLengthMax) return tooLarge(414);
  if (rawHeaders.length > headerCountMax * 2) return tooLarge(431);
  for (let at = 1; at < rawHeaders.length; at += 2) {
    if ((rawHeaders[at] ?? '').length > headerLengthMax) return tooLarge(431, rawHeaders[at - 1]);
  }
  // Node would answer without a body (RFC 9112 section 3.2).
  return httpVersion === '1.1' && headers.host === undefined ? withoutHost() : undefined;
}

const tooLarge = (status: 414 | 431, path = ''): RequestError =>
  new RequestError([fault('BAD_REQUEST', 'request.tooLarge', path)], { status });

const withoutHost = (): RequestError =>
  new RequestError([fault('HTTP_HEADER_REQUIRED', 'header.required', 'Host', { header: 'Host' })]);

/** Whether a request announces a body. */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** The largest body of a route in bytes. */
export function bodyBytesMaxOf(
  { takesBulk = false }: Pick<RouteRequirements, 'takesBulk'>,
  { bodyBytesMax, bulkBytesMax }: Pick<RequestLimits, 'bodyBytesMax' | 'bulkBytesMax'>,
): number {
  return takesBulk ? bulkBytesMax : bodyBytesMax;
}
