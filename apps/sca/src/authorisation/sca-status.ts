import type { ScaStatus } from '@nordgate/contracts/codes';
import { isOpen } from './authorisation.js';
import type { Authorisation } from './authorisation.js';
import { isOver } from '../session/deadline.js';

/** The scaStatus of a TPP's authorisation, null for another TPP's; one whose time is up has failed. */
export function scaStatusOf(
  authorisation: Authorisation,
  tpp: string,
  now: string,
): ScaStatus | null {
  if (authorisation.is === 'none' || authorisation.is === 'void') return null;
  if (authorisation.initiator.tpp !== tpp) return null;
  const isLate = isOpen(authorisation) && isOver(authorisation.expiresAt, now);
  return isLate ? 'failed' : authorisation.is;
}
