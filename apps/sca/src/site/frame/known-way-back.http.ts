import type { FastifyRequest } from 'fastify';
import type { WayBack } from '../redirect/exit.js';

const known = new WeakMap<object, () => WayBack | undefined>();

/** Remembers where this request's PSU can go if it fails from here on; few do, so it is found then. */
export function knowWayBack(request: FastifyRequest, find: () => WayBack | undefined): void {
  known.set(request, find);
}

/** The way back that was found before the request failed. */
export function knownWayBack(request: FastifyRequest): WayBack | undefined {
  return known.get(request)?.();
}
