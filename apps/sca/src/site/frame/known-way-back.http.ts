import type { FastifyRequest } from 'fastify';
import type { WayBack } from '../redirect/exit.js';

const known = new WeakMap<object, WayBack>();

/** Remembers where this request's PSU can go if it fails from here on. */
export function knowWayBack(request: FastifyRequest, wayBack: WayBack | undefined): void {
  if (wayBack !== undefined) known.set(request, wayBack);
}

/** The way back that was found before the request failed. */
export function knownWayBack(request: FastifyRequest): WayBack | undefined {
  return known.get(request);
}
