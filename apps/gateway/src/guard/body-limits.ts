import type { IncomingMessage } from 'node:http';
import type { RouteRequirements } from '../request/route-requirements.js';
import type { RequestLimits } from './request-limits.hook.js';

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
