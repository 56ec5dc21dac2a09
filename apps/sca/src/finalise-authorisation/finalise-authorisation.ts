import type { AuthorisationEvent, Debtor, Signers } from '@nordgate/contracts/events';
import { nothing, refuse, unreachable } from '@nordgate/decider';
import type { Command, Decision } from '@nordgate/decider';
import type { Authorisation, Challenge, Challenged } from '../domain/authorisation.js';
import { isOver } from '../domain/deadline.js';
import { failedBecause } from '../domain/failures.js';
import { isSameChallenge } from '../domain/same-challenge.js';

export type FinaliseAuthorisation = Command<
  'FinaliseAuthorisation',
  {
    /** The challenge whose answer was proved, as it was then: with its nonce. */
    readonly proved: Challenge;
    /** Payments whose account this PSU may not debit. */
    readonly declined: readonly string[];
    /** How many signatures the payments need; one where it is not said. */
    readonly signers?: Signers;
    /** Who owns the accounts of the context; payments may have to say so. */
    readonly debtor?: Debtor;
  }
>;

/**
 * The PSU has proved to approve what was shown; it is refused once something else is shown, in
 * another context or anew.
 */
export function finaliseAuthorisation(
  { data, meta: { at } }: FinaliseAuthorisation,
  authorisation: Authorisation,
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
  const { context, corporateId, approves: approved, accounts } = challenge;
  const corporate = corporateId === undefined ? {} : { corporateId };
  const chosen = accounts === undefined ? {} : { accounts };
  // Nobody else has to know who pays.
  const pays = (resource.kind === 'payment' || resource.kind === 'basket') && approved.length > 0;
  const paying = pays && debtor !== undefined ? { debtor } : {};
  const who = { customerId, psuId, context, ...corporate };
  const two = signers === 2 ? { signers } : {};
  return {
    type: 'AuthorisationFinalised',
    data: { resource, ...who, ...two, approved, declined, ...chosen, ...paying, at },
  };
}

function isInForce(proved: Challenge, { challenge }: Challenged): boolean {
  return isSameChallenge(proved, challenge) && proved.nonce === challenge.nonce;
}
