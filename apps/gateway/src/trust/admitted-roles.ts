import type { Psd2Role, Verified } from '@nordgate/signature';
import { fault, Refused, unavailable } from '../reply/refused.js';
import type { TrustState } from './trust-state.js';

/**
 * The roles in which a verified TPP may act now: those of its certificate that the register grants as
 * well (design §6). Throws Refused when the register does not let it act at all, or cannot be asked.
 *
 * @param today in Europe/Oslo, YYYY-MM-DD
 */
export function admittedRoles(
  { tppId, roles }: Pick<Verified, 'tppId' | 'roles'>,
  { register }: TrustState,
  today: string,
): readonly Psd2Role[] {
  if (register === 'open') return roles;
  if (register === 'unreadable') throw unavailable();
  const standing = register.find(tppId, today);
  if (standing.is === 'withdrawn') throw forbidden('tpp.withdrawn');
  if (standing.is === 'unknown') throw forbidden('tpp.unknown');
  return roles.filter((role) => standing.roles.includes(role));
}

function forbidden(rule: 'tpp.withdrawn' | 'tpp.unknown'): Refused {
  return new Refused([fault('FORBIDDEN', rule, 'TPP-Signature-Certificate')]);
}
