import type { FastifyInstance } from 'fastify';
import { descriptionOf, requirementsOf } from '../request/route.decorator.js';
import type { DeclaredRequirements } from '../request/route.decorator.js';
import { operationIdOf } from '../request/operation-id.js';
import { inMaintenance, switchedOff } from '../reply/request-error.js';
import type { ServiceState } from './service-state.js';

/** Whether requests to a route only read. A POST that asks about funds changes nothing. */
export function onlyReads(method: string, requirements: DeclaredRequirements): boolean {
  if (method === 'GET' || method === 'HEAD') return true;
  return requirements !== 'unsigned' && requirements.kind === 'funds';
}

/**
 * Answers 503 with Retry-After while the bank is in maintenance, and for operations that its profile switches off. The
 * answer comes before the request is read, so nothing of the request remains. The bank's own routes are always served.
 */
export function addServiceGuard(
  fastify: FastifyInstance,
  services: Pick<ServiceState, 'maintenance' | 'switches'>,
): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions } = request;
    const { config, url = '' } = routeOptions;
    const requirements = requirementsOf(config);
    if (requirements === undefined || requirements === 'unsigned') return done();
    const now = new Date();
    const window = services.maintenance.running(now);
    const goesOn = window?.readsGoOn === true && onlyReads(method, requirements);
    if (window !== undefined && !goesOn) return done(inMaintenance(window, now));
    const { operations } = services.switches;
    if (operations.size === 0) return done();
    const { id } = descriptionOf(config) ?? {};
    const isOff = id !== undefined && operations.has(operationIdOf(id, url));
    done(isOff ? switchedOff() : undefined);
  });
}
