import type {
  AuthorisationFinalised,
  AuthorisationRefused,
  AuthorisedResource,
} from '@nordgate/contracts/events';
import { moments, paymentId } from './a-payment.js';

type Outcome = Pick<
  AuthorisationFinalised['data'],
  'approved' | 'declined' | 'corporateId' | 'debtor' | 'signers'
>;

const at = moments.settled;
const psu = { customerId: 'customer-1', psuId: 'c9d7a6b1-5e1f-4a37-9d0a-3c1f6d2b8e47' };

/** What can happen on the approval page of one resource. */
export interface Authorisation {
  readonly finalised: (outcome?: Partial<Outcome>) => AuthorisationFinalised;
  readonly refused: () => AuthorisationRefused;
}

/** That of the tests' payment, unless another resource is given. */
export function anAuthorisation(
  resource: AuthorisedResource = { kind: 'payment', paymentId },
): Authorisation {
  return {
    finalised: (outcome = {}) => ({
      type: 'AuthorisationFinalised',
      data: { resource, ...psu, context: 'PRIVATE', approved: [], declined: [], ...outcome, at },
    }),
    refused: () => ({ type: 'AuthorisationRefused', data: { resource, at } }),
  };
}
