import type { ConsentStatus } from '@nordgate/contracts/codes';
import type { ConsentInForce, ConsentView } from '@nordgate/contracts/queries';
import { generationOf } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { FoundAuthorisation } from '../authorisation/authorisation-view.queries.js';
import { accessStreamId, grantsNothing, lastDecisionOf } from './access.js';
import type { Access, EndedConsent } from './access.js';
import { isOpen, scaStatusOf } from '../authorisation/authorisation.js';
import type { Finalised } from '../authorisation/authorisation.js';
import { accessEnd, heldUntil, hoursAfter, isAccessOver, isOver } from '../session/deadline.js';
import { asksForAccounts } from '../authorisation/same-challenge.js';

/** Whose consent it is, and when it is looked at. */
export interface ConsentAsked {
  readonly tpp: string;
  readonly consentId: string;
  readonly now: string;
  /** A consent that nobody has decided ends so many hours after its request. */
  readonly unapprovedHours: number;
}

/** An authorisation of a consent, and when its link was opened (ISO 8601). */
export type OfConsent = Pick<FoundAuthorisation, 'authorisation' | 'openedAt'>;

/** A consent that somebody or something ended before its time. */
const statusOfEnded: { readonly [By in EndedConsent['by']]: ConsentStatus } = {
  psu: 'revokedByPsu',
  tpp: 'terminatedByTpp',
  // The TPP asked for the one that took its place (Berlin Group: an older recurring consent ends).
  replaced: 'terminatedByTpp',
};

/**
 * A consent out of the authorisations that ask for it, the oldest first, and the access that one of them
 * led to; null for what is no consent of this TPP (consentStatus of the Berlin Group framework 1.3).
 */
export function consentView(
  authorisations: readonly OfConsent[],
  access: Access,
  asked: ConsentAsked,
): ConsentView | null {
  const [first] = authorisations;
  if (first === undefined) return null;
  const { authorisation, openedAt } = first;
  if (authorisation.is === 'none' || authorisation.is === 'void') return null;
  const { initiator, resource } = authorisation;
  if (initiator.tpp !== asked.tpp || !asksForAccounts(resource)) return null;
  const scaStatus = scaStatusOf(authorisation, asked.tpp, asked.now) ?? undefined;
  const own = { initiator, ...defined({ scaStatus }) };
  const given = finalisedOf(authorisations);
  if (given !== undefined) {
    const givenBy = giverOf(given);
    return { ...decided(given, access, { ...asked, openedAt }), ...own, givenBy };
  }
  const endsAt = hoursAfter(openedAt, asked.unapprovedHours);
  const consentStatus = undecided(authorisations, endsAt, asked.now);
  return { ...own, consentStatus, ...(consentStatus === 'received' && requestedOn(openedAt)) };
}

function giverOf({ psu, outcome }: Finalised): NonNullable<ConsentView['givenBy']> {
  const { customerId } = psu;
  return { customerId, ...defined({ corporateId: outcome.corporateId }) };
}

/** A consent that nobody has decided: its last action is the request, and its last day if it is given then. */
function requestedOn(openedAt: string): Pick<ConsentView, 'lastActionAt' | 'validUntil'> {
  return { lastActionAt: openedAt, validUntil: accessEnd(openedAt) };
}

/** The authorisation in which the PSU has given a consent, if any. */
export function finalisedOf(authorisations: readonly OfConsent[]): Finalised | undefined {
  return authorisations
    .map(({ authorisation }) => authorisation)
    .find((authorisation) => authorisation.is === 'finalised');
}

/** A failed authorisation leaves the consent open until its end, unless the PSU or the TPP ended it there. */
function undecided(
  authorisations: readonly OfConsent[],
  endsAt: string,
  now: string,
): ConsentStatus {
  const reasons = authorisations.map(({ authorisation }) =>
    authorisation.is === 'failed' ? authorisation.failure.reason : undefined,
  );
  if (reasons.includes('withdrawn')) return 'terminatedByTpp';
  if (reasons.includes('refused')) return 'rejected';
  const canBeGiven = authorisations.some(
    ({ authorisation }) => isOpen(authorisation) && !isOver(authorisation.expiresAt, now),
  );
  return canBeGiven || !isOver(endsAt, now) ? 'received' : 'rejected';
}

function decided(
  { initiator, outcome }: Finalised,
  access: Access,
  {
    consentId,
    now,
    openedAt,
  }: Pick<ConsentAsked, 'consentId' | 'now'> & Pick<OfConsent, 'openedAt'>,
): ConsentView {
  const { accounts = [], cardAccounts = [], at: lastActionAt } = outcome;
  if (grantsNothing(outcome)) return { initiator, consentStatus: 'rejected', lastActionAt };
  // The grant is on its way, if nothing later has come before it.
  const last = lastDecisionOf(access);
  const isOnItsWay = last === undefined || Date.parse(last) < Date.parse(outcome.at);
  if (isOnItsWay) return { initiator, consentStatus: 'received', ...requestedOn(openedAt) };
  if (access.is === 'granted' && access.consentId === consentId) {
    const { tpp, customerId, context, corporateId } = access;
    const validUntil = heldUntil(access.validUntil);
    if (isOver(validUntil, now)) {
      return { initiator, consentStatus: 'expired', lastActionAt, validUntil };
    }
    const stream = accessStreamId(generationOf(consentId), tpp, customerId, access);
    const whose = { customerId, context, corporateId };
    const grant = defined({ ...whose, accounts, cardAccounts, validUntil, stream });
    return { initiator, consentStatus: 'valid', grant, lastActionAt, validUntil };
  }
  return { initiator, ...ending(access, consentId, now) };
}

/** How a consent ended that is not in force: by a decision about the access, or by the consent in its place. */
function ending(
  access: Access,
  consentId: string,
  now: string,
): Pick<ConsentView, 'consentStatus' | 'lastActionAt' | 'replacedBy'> {
  // What the bank has erased, it has ended for the PSU.
  if (access.is === 'none') {
    return { consentStatus: statusOfEnded.psu, ...defined({ lastActionAt: access.forgottenAt }) };
  }
  const { by = 'replaced' } = access.ended.find((one) => one.consentId === consentId) ?? {};
  const replacedBy = by === 'replaced' ? consentOf(access, now)?.consentId : undefined;
  const consentStatus = statusOfEnded[by];
  return { consentStatus, lastActionAt: lastDecisionOf(access), ...defined({ replacedBy }) };
}

/** The consent by which the TPP may read accounts now; undefined without one, or with one to ask about amounts. */
export function consentInForce(access: Access, now: string): ConsentInForce | undefined {
  const isForFunds = access.is === 'granted' && access.scope === 'funds';
  return isForFunds ? undefined : consentOf(access, now);
}

function consentOf(access: Access, now: string): ConsentInForce | undefined {
  if (access.is !== 'granted' || isAccessOver(access.validUntil, now)) return undefined;
  const { consentId, validUntil, at: givenAt } = access;
  return { consentId, validUntil: heldUntil(validUntil), givenAt };
}
