import type { FaultParams } from '@nordgate/contracts/http';
import type { Psd2Role, Verified } from '@nordgate/signature';
import type { RouteRequirements } from '../request/route-requirements.js';
import { fault, RequestError, unavailable } from '../reply/request-error.js';
import type { TrustState } from './tpp-trust.source.js';

/**
 * The roles of a verified TPP now: the roles of its certificate that the register grants as well
 * (design §6). Throws RequestError: 403 when the operator has stopped the TPP or the register does not
 * authorise it, 503 while stop list or register is unknown.
 *
 * @param today in Europe/Oslo, YYYY-MM-DD
 */
export function admittedRoles(
  { tppId, roles }: Pick<Verified, 'tppId' | 'roles'>,
  { register, stops }: TrustState,
  today: string,
): readonly Psd2Role[] {
  requireNoStop(tppId, stops, today);
  if (register === 'open') return roles;
  if (register === 'unreadable') throw unavailable();
  const standing = register.find(tppId, today);
  if (standing.is === 'withdrawn') throw forbidden('tpp.withdrawn');
  if (standing.is === 'unknown') throw forbidden('tpp.unknown');
  return roles.filter((role) => standing.roles.includes(role));
}

/** Throws RequestError, 403, for a TPP without any of the roles that a route requires. */
export function requireRole(
  roles: readonly Psd2Role[],
  required: Pick<RouteRequirements, 'roles'>,
): void {
  if (required.roles.some((role) => roles.includes(role))) return;
  throw forbidden('role.missing', { roles: required.roles.join(', ') });
}

function requireNoStop(tppId: string, stops: TrustState['stops'], today: string): void {
  if (stops === 'unknown') throw unavailable();
  const stop = stops.get(tppId);
  if (stop === undefined) return;
  const { until } = stop;
  if (until === undefined) throw forbidden('tpp.stopped');
  // The list may be from the day before.
  if (until >= today) throw forbidden('tpp.stoppedUntil', { until });
}

type Reason = 'role.missing' | 'tpp.withdrawn' | 'tpp.unknown' | 'tpp.stopped' | 'tpp.stoppedUntil';

function forbidden(rule: Reason, params: FaultParams = {}): RequestError {
  return new RequestError([fault('FORBIDDEN', rule, 'TPP-Signature-Certificate', params)]);
}
