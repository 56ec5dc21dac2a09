import type { ApprovalSeal, AuthorisationEvent } from '@nordgate/contracts/events';
import type { Approval } from '@nordgate/contracts/rules';
import { defined, nothing, refuse, unreachable } from '@nordgate/decider';
import type { CommandOf, Decision, Facts } from '@nordgate/decider';
import type { Authorisation, Challenge, Challenged } from '../domain/authorisation.js';
import { isDecidedElsewhere } from '../domain/consent.js';
import { isOver } from '../domain/deadline.js';
import { failedBecause } from '../domain/failures.js';
import { isSameChallenge } from '../domain/same-challenge.js';
import type { OwnCommands } from '../domain/own-commands.js';

export type FinaliseAuthorisation = CommandOf<OwnCommands, 'FinaliseAuthorisation'>;

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
