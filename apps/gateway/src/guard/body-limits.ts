import type { IncomingMessage } from 'node:http';
import type { RouteRequirements } from '../access/route-requirements.js';
import type { RequestLimits } from './request-limits.js';

/** Methods whose body has no meaning (RFC 9110 section 9.3): it is read, and only its Digest counts. */
export const methodsWithIgnoredBody: readonly string[] = ['GET', 'DELETE'];

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
