import type {
  AuthorisationFinalised,
  AuthorisationRefused,
  AuthorisedResource,
  ChallengeShown,
} from '@nordgate/contracts/events';
import { basketId, moments } from './a-basket.js';

type Outcome = Pick<
  AuthorisationFinalised['data'],
  'approved' | 'declined' | 'corporateId' | 'signers'
>;

const at = moments.settled;
const psu = { customerId: 'customer-1', psuId: 'c9d7a6b1-5e1f-4a37-9d0a-3c1f6d2b8e47' };

/** What can happen on the approval page of one resource. */
export interface Authorisation {
  readonly shown: () => ChallengeShown;
  readonly finalised: (outcome?: Partial<Outcome>) => AuthorisationFinalised;
  readonly refused: () => AuthorisationRefused;
}

/** That of the tests' basket, unless another resource is given. */
export function anAuthorisation(
  resource: AuthorisedResource = { kind: 'basket', basketId, paymentIds: ['1', '2', '3'] },
): Authorisation {
  return {
    shown: () => ({
      type: 'ChallengeShown',
      data: { resource, method: 'sandbox-code', context: 'PRIVATE', approves: [], at },
    }),
    finalised: (outcome = {}) => ({
      type: 'AuthorisationFinalised',
      data: { resource, ...psu, context: 'PRIVATE', approved: [], declined: [], ...outcome, at },
    }),
    refused: () => ({ type: 'AuthorisationRefused', data: { resource, at } }),
  };
}
