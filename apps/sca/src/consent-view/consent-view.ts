import type { ConsentStatus } from '@nordgate/contracts/codes';
import type { ConsentView } from '@nordgate/contracts/queries';
import { generationOf } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import { accessStreamId, lastDecisionOf } from '../domain/access.js';
import type { Access, EndedConsent } from '../domain/access.js';
import { isOpen } from '../domain/authorisation.js';
import type { Authorisation, Finalised } from '../domain/authorisation.js';
import { isOver } from '../domain/deadline.js';
import { asksForAccounts } from '../domain/same-challenge.js';

/** Whose consent it is, and when it is looked at. */
export interface ConsentAsked {
  readonly tpp: string;
  readonly consentId: string;
  readonly now: string;
}

/** A consent that somebody or something ended before its time. */
const statusOfEnded: { readonly [By in EndedConsent['by']]: ConsentStatus } = {
  psu: 'revokedByPsu',
  tpp: 'terminatedByTpp',
  // The TPP asked for the one that took its place (Berlin Group: an older recurring consent ends).
  replaced: 'terminatedByTpp',
};

/**
 * A consent out of the authorisation that asks for it and the access that it led to; null for what
 * is no consent of this TPP (consentStatus of the Berlin Group framework 1.3).
 */
export function consentView(
  authorisation: Authorisation,
  access: Access,
  { tpp, consentId, now }: ConsentAsked,
): ConsentView | null {
  if (authorisation.is === 'none' || authorisation.is === 'void') return null;
  const { initiator, resource } = authorisation;
  if (initiator.tpp !== tpp || !asksForAccounts(resource)) return null;
  if (isOpen(authorisation)) {
    const isLate = isOver(authorisation.expiresAt, now);
    return { initiator, consentStatus: isLate ? 'rejected' : 'received' };
  }
  if (authorisation.is === 'failed') {
    const isWithdrawn = authorisation.failure.reason === 'withdrawn';
    return { initiator, consentStatus: isWithdrawn ? 'terminatedByTpp' : 'rejected' };
  }
  return decided(authorisation, access, { consentId, now });
}

function decided(
  { initiator, outcome }: Finalised,
  access: Access,
  { consentId, now }: Pick<ConsentAsked, 'consentId' | 'now'>,
): ConsentView {
  const { accounts = [], at: lastActionAt } = outcome;
  if (accounts.length === 0) return { initiator, consentStatus: 'rejected', lastActionAt };
  // The grant is on its way, if nothing later has come before it.
  const isOnItsWay =
    access.is === 'none' || Date.parse(lastDecisionOf(access)) < Date.parse(outcome.at);
  if (isOnItsWay) return { initiator, consentStatus: 'received' };
  if (access.is === 'granted' && access.consentId === consentId) {
    const { tpp, customerId, context, corporateId, validUntil } = access;
    if (isOver(validUntil, now)) return { initiator, consentStatus: 'expired', lastActionAt };
    const stream = accessStreamId(generationOf(consentId), tpp, customerId, access);
    const grant = defined({ customerId, context, corporateId, accounts, validUntil, stream });
    return { initiator, consentStatus: 'valid', grant, lastActionAt };
  }
  const { by = 'replaced' } = access.ended.find((one) => one.consentId === consentId) ?? {};
  return { initiator, consentStatus: statusOfEnded[by], lastActionAt: lastDecisionOf(access) };
}
