import type { FaultParams } from '@nordgate/contracts/http';
import type { Psd2Role, Verified } from '@nordgate/signature';
import { fault, Refused, unavailable } from '../reply/refused.js';
import type { TrustState } from './trust-state.js';

/**
 * The roles in which a verified TPP may act now: those of its certificate that the register grants as
 * well (design §6). Throws Refused when the bank's operator has stopped it, when the register does not
 * let it act at all, and when either cannot tell.
 *
 * @param today in Europe/Oslo, YYYY-MM-DD
 */
export function admittedRoles(
  { tppId, roles }: Pick<Verified, 'tppId' | 'roles'>,
  { register, stops }: TrustState,
  today: string,
): readonly Psd2Role[] {
  demandNoStop(tppId, stops, today);
  if (register === 'open') return roles;
  if (register === 'unreadable') throw unavailable();
  const standing = register.find(tppId, today);
  if (standing.is === 'withdrawn') throw forbidden('tpp.withdrawn');
  if (standing.is === 'unknown') throw forbidden('tpp.unknown');
  return roles.filter((role) => standing.roles.includes(role));
}

function demandNoStop(tppId: string, stops: TrustState['stops'], today: string): void {
  if (stops === 'unknown') throw unavailable();
  const stop = stops.get(tppId);
  if (stop === undefined) return;
  const { until } = stop;
  if (until === undefined) throw forbidden('tpp.stopped');
  // The list may be older than the day.
  if (until >= today) throw forbidden('tpp.stoppedUntil', { until });
}

type Reason = 'tpp.withdrawn' | 'tpp.unknown' | 'tpp.stopped' | 'tpp.stoppedUntil';

function forbidden(rule: Reason, params: FaultParams = {}): Refused {
  return new Refused([fault('FORBIDDEN', rule, 'TPP-Signature-Certificate', params)]);
}
