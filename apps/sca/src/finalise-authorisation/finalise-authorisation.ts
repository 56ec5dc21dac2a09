import type { AuthorisationEvent } from '@nordgate/contracts/events';
import { defined, nothing, refuse, unreachable } from '@nordgate/decider';
import type { CommandOf, Decision, Facts } from '@nordgate/decider';
import type { Authorisation, Challenge, Challenged } from '../domain/authorisation.js';
import { isDecidedElsewhere } from '../domain/consent.js';
import { isOver } from '../domain/deadline.js';
import { failedBecause } from '../domain/failures.js';
import { isSameChallenge } from '../domain/same-challenge.js';
import type { OwnCommands } from '../domain/own-commands.js';

export type FinaliseAuthorisation = CommandOf<OwnCommands, 'FinaliseAuthorisation'>;

/**
 * The PSU has proved to approve what was shown; it is refused once something else is shown, in
 * another context or again. Of several authorisations of one consent, the first to be finalised decides it.
 */
export function finaliseAuthorisation(
  { data, meta: { at }, stream }: FinaliseAuthorisation,
  authorisation: Authorisation,
  facts: Facts,
): Decision<AuthorisationEvent> {
  switch (authorisation.is) {
    case 'none':
    case 'void':
      return refuse('SCA_NOT_FOUND');
    case 'received':
    case 'psuIdentified':
      return refuse('CONFLICT');
    case 'scaMethodSelected':
      if (isOver(authorisation.expiresAt, at)) return [failedBecause('expired', at)];
      // RTS Article 5: the proof is bound to amount and payee, so a change voids it.
      if (!isInForce(data.proved, authorisation)) return refuse('CONFLICT');
      if (isDecidedElsewhere(authorisation.resource, stream, facts)) {
        return [failedBecause('not-approvable', at)];
      }
      return [finalised(authorisation, data, at)];
    case 'finalised':
    case 'failed':
      return nothing;
    default:
      return unreachable(authorisation);
  }
}

function finalised(
  { resource, psu, challenge }: Challenged,
  { declined, debtor, signers }: FinaliseAuthorisation['data'],
  at: string,
): AuthorisationEvent {
  const { customerId, psuId } = psu;
  const { context, corporateId, approves: approved, accounts, cardAccounts } = challenge;
  // The debtor is personal data: only an event that approves payments carries it.
  const pays = (resource.kind === 'payment' || resource.kind === 'basket') && approved.length > 0;
  const who = { customerId, psuId, context, corporateId };
  const two = signers === 2 ? signers : undefined;
  const paying = { signers: two, approved, declined, debtor: pays ? debtor : undefined };
  const what = { ...paying, accounts, cardAccounts };
  return { type: 'AuthorisationFinalised', data: defined({ resource, ...who, ...what, at }) };
}

function isInForce(proved: Challenge, { challenge }: Challenged): boolean {
  return isSameChallenge(proved, challenge) && proved.nonce === challenge.nonce;
}
