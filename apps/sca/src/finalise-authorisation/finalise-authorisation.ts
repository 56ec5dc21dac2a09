import type { ApprovedPayment, AuthorisationEvent } from '@nordgate/contracts';
import { nothing, reject, unreachable } from '@nordgate/event-store';
import type { Command, Decision } from '@nordgate/event-store';
import type { Authorisation, Challenged } from '../domain/authorisation.js';
import { isOver } from '../domain/deadline.js';
import { failedBecause } from '../domain/failures.js';
import { areSamePayments } from '../domain/same-challenge.js';

export type FinaliseAuthorisation = Command<
  'FinaliseAuthorisation',
  {
    readonly approved: readonly ApprovedPayment[];
    /** Payments whose account this PSU may not debit. */
    readonly declined: readonly string[];
  }
>;

/** The PSU entered the code of what was shown; anything else than what was shown is refused. */
export function finaliseAuthorisation(
  { data, meta: { at } }: FinaliseAuthorisation,
  authorisation: Authorisation,
): Decision<AuthorisationEvent> {
  switch (authorisation.is) {
    case 'none':
    case 'void':
      return reject('SCA_NOT_FOUND');
    case 'received':
    case 'psuIdentified':
      return reject('CONFLICT');
    case 'scaMethodSelected':
      if (isOver(authorisation.expiresAt, at)) return [failedBecause('expired', at)];
      // RTS Article 5: the code is bound to amount and payee, so a change voids it.
      if (!areSamePayments(authorisation.challenge.approves, data.approved)) {
        return reject('CONFLICT');
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
  { approved, declined }: FinaliseAuthorisation['data'],
  at: string,
): AuthorisationEvent {
  const { customerId, psuId } = psu;
  const { context, corporateId } = challenge;
  const corporate = corporateId === undefined ? {} : { corporateId };
  return {
    type: 'AuthorisationFinalised',
    data: { resource, customerId, psuId, context, ...corporate, approved, declined, at },
  };
}
