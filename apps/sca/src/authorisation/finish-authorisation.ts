import type { AuthorisationCommands } from './authorisation-commands.js';
import { isOver } from '../session/deadline.js';
import { isDecidingFailure, isOpen } from './authorisation.js';
import type { Authorisation, Challenge, Challenged } from './authorisation.js';
import { isDecidedElsewhere } from './consent.js';
import { failedBecause } from './failures.js';
import { asksForAccounts, isSameChallenge } from './same-challenge.js';
import type { ApprovalSeal, AuthorisationEvent } from '@nordgate/contracts/events';
import type { Approval } from '@nordgate/contracts/rules';
import { defined, nothing, refuse, unreachable } from '@nordgate/decider';
import type { CommandOf, Decision, Facts } from '@nordgate/decider';

export type FinaliseAuthorisation = CommandOf<AuthorisationCommands, 'FinaliseAuthorisation'>;

/** The seal of an approval on the stream of its authorisation: the same for the same approval (ADR 29). */
export type SealApproval = (stream: string, approval: Approval) => ApprovalSeal;

/**
 * The PSU has proved to approve what was shown; it is refused once something else is shown, in
 * another context or again. Of several authorisations of one consent, the first to be finalised decides it.
 */
export function finaliseAuthorisation(seal: SealApproval) {
  return (
    { data, meta: { at }, stream }: FinaliseAuthorisation,
    authorisation: Authorisation,
    facts: Facts,
  ): Decision<AuthorisationEvent> => {
    switch (authorisation.is) {
      case 'none':
      case 'void':
        return refuse('SCA_NOT_FOUND');
      case 'received':
      case 'psuIdentified':
        return refuse('CONFLICT');
      case 'scaMethodSelected': {
        if (isOver(authorisation.expiresAt, at)) return [failedBecause('expired', at)];
        // RTS Article 5: the proof is bound to amount and payee, so a change voids it.
        if (!isInForce(data.proved, authorisation)) return refuse('CONFLICT');
        if (isDecidedElsewhere(authorisation.resource, stream, facts)) {
          return [failedBecause('not-approvable', at)];
        }
        const approval = approvalOf(authorisation, data, at);
        const sealed = { ...approval, seal: seal(stream, approval) };
        return [{ type: 'AuthorisationFinalised', data: sealed }];
      }
      case 'finalised':
      case 'failed':
        return nothing;
      default:
        return unreachable(authorisation);
    }
  };
}

function approvalOf(
  { resource, psu, challenge }: Challenged,
  { declined, debtor, signers }: FinaliseAuthorisation['data'],
  at: string,
): Approval {
  const { customerId, psuId } = psu;
  const { context, corporateId, approves: approved, accounts, cardAccounts } = challenge;
  // The debtor is personal data: only an event that approves payments carries it.
  const pays = (resource.kind === 'payment' || resource.kind === 'basket') && approved.length > 0;
  const who = { customerId, psuId, context, corporateId };
  const two = signers === 2 ? signers : undefined;
  const paying = { signers: two, approved, declined, debtor: pays ? debtor : undefined };
  return defined({ resource, ...who, ...paying, accounts, cardAccounts, at });
}

function isInForce(proved: Challenge, { challenge }: Challenged): boolean {
  return isSameChallenge(proved, challenge) && proved.nonce === challenge.nonce;
}

export type RefuseAuthorisation = CommandOf<AuthorisationCommands, 'RefuseAuthorisation'>;

/**
 * The PSU said no, or may debit none of the accounts: payments and baskets are refused with it, anything
 * else stays as it is. A refused consent is rejected.
 */
export function refuseAuthorisation(
  { data: { reason }, meta: { at }, stream }: RefuseAuthorisation,
  authorisation: Authorisation,
  facts: Facts,
): Decision<AuthorisationEvent> {
  switch (authorisation.is) {
    case 'none':
    case 'void':
      return refuse('SCA_NOT_FOUND');
    case 'received':
      return refuse('CONFLICT');
    case 'psuIdentified':
    case 'scaMethodSelected': {
      const { expiresAt, resource } = authorisation;
      if (isOver(expiresAt, at)) return [failedBecause('expired', at)];
      if (isDecidedElsewhere(resource, stream, facts)) return [failedBecause('not-approvable', at)];
      // Refusing a cancellation leaves the payment approved; refusing access just gives none.
      const leavesAll = resource.kind === 'access' || resource.kind === 'cancellation';
      if (leavesAll) return [failedBecause('refused', at)];
      return [{ type: 'AuthorisationRefused', data: defined({ resource, reason, at }) }];
    }
    case 'finalised':
    case 'failed':
      return nothing;
    default:
      return unreachable(authorisation);
  }
}

export type FailAuthorisation = CommandOf<AuthorisationCommands, 'FailAuthorisation'>;

/**
 * Ends an authorisation and nothing else: what it was to approve stays as it is. One that is not
 * open yet is void from now on, because the event that opens it may come later than this command.
 * One that is to end because its time is over stays open when a log-in has just extended that time.
 * A TPP that calls off a consent fails its first authorisation, which may have failed before. Refuses with
 * CONFLICT when another authorisation of the consent has decided it.
 */
export function failAuthorisation(
  { data: { reason }, meta, stream }: FailAuthorisation,
  authorisation: Authorisation,
  facts: Facts,
): Decision<AuthorisationEvent> {
  const isEarly =
    reason === 'expired' && isOpen(authorisation) && !isOver(authorisation.expiresAt, meta.at);
  const mayFail = authorisation.is === 'none' || (isOpen(authorisation) && !isEarly);
  if (reason !== 'withdrawn') return mayFail ? [failedBecause(reason, meta.at)] : nothing;
  if (!mayFail && !isUndecidedConsent(authorisation)) return nothing;
  const isDecided =
    'resource' in authorisation && isDecidedElsewhere(authorisation.resource, stream, facts);
  return isDecided ? refuse('CONFLICT') : [failedBecause(reason, meta.at)];
}

/** Whether an authorisation of a consent has failed without a decision about the consent. */
function isUndecidedConsent(authorisation: Authorisation): boolean {
  return (
    authorisation.is === 'failed' &&
    asksForAccounts(authorisation.resource) &&
    !isDecidingFailure(authorisation.failure.reason)
  );
}
