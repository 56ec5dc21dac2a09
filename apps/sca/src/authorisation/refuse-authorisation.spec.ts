import { spec } from '@nordgate/decider/testing';
import { authorisationStream } from './authorisation.js';
import { failedBecause } from './failures.js';
import {
  aBasket,
  aConsent,
  command,
  consentClaim,
  identified,
  inTime,
  opened,
  shown,
  tooLate,
} from '../testing/an-authorisation.js';
import { refuseAuthorisation } from './finish-authorisation.js';

const { given } = spec(authorisationStream, refuseAuthorisation);
const refuse = command('RefuseAuthorisation', {});

describe('refuse an authorisation', () => {
  it('refuses the basket or payment with it, once', () => {
    given(opened({ resource: aBasket }), identified(), shown({ resource: aBasket }))
      .when(refuse)
      .then({ type: 'AuthorisationRefused', data: { resource: aBasket, at: inTime } })
      .again()
      .thenNothing();
  });

  it('tells that the PSU may debit none of the accounts', () => {
    const data = { resource: opened().data.resource, reason: 'not-debitable', at: inTime } as const;
    given(opened(), identified())
      .when(command('RefuseAuthorisation', { reason: 'not-debitable' } as const))
      .then({ type: 'AuthorisationRefused', data })
      .again()
      .thenNothing();
  });

  it('only fails when it was about access', () => {
    given(opened({ resource: { kind: 'access' } }), identified())
      .when(refuse)
      .then(failedBecause('refused', inTime));
  });

  it('only fails when it was about a cancellation: the payment stays approved', () => {
    given(opened({ resource: { kind: 'cancellation', paymentId: 'pay-1' } }), identified())
      .when(refuse)
      .then(failedBecause('refused', inTime));
  });

  it('comes too late when the time is over: the payment stays as it is', () => {
    given(opened(), identified(), shown())
      .when(command('RefuseAuthorisation', {}, tooLate))
      .then(failedBecause('expired', tooLate));
  });

  it('is for those who have logged in', () => {
    given(opened()).when(refuse).thenRejected('CONFLICT');
    given().when(refuse).thenRejected('SCA_NOT_FOUND');
  });

  it('fails as too late when another authorisation has decided the consent', () => {
    given(opened({ resource: aConsent }), identified())
      .claimedBy('authorisation-2', consentClaim)
      .when(refuse)
      .then(failedBecause('not-approvable', inTime));
  });
});
