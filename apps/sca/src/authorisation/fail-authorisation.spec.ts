import type { AuthorisationFailure } from '@nordgate/contracts/events';
import { spec } from '@nordgate/decider/testing';
import { authorisationStream } from './authorisation.js';
import { failedBecause } from './failures.js';
import {
  aConsent,
  command,
  consentClaim,
  identified,
  inTime,
  opened,
  shown,
  tooLate,
} from '../testing/an-authorisation.js';
import { failAuthorisation } from './finish-authorisation.js';

const { given } = spec(authorisationStream, failAuthorisation);
const fail = (reason: AuthorisationFailure) => command('FailAuthorisation', { reason });

describe('fail an authorisation', () => {
  it.each([
    ['received', [opened()]],
    ['psuIdentified', [opened(), identified()]],
    ['scaMethodSelected', [opened(), identified(), shown()]],
  ])('ends one that is %s, once', (_status, history) => {
    given(...history)
      .when(fail('other-customer'))
      .then({
        type: 'AuthorisationFailed',
        data: { code: 'PSU_CREDENTIALS_INVALID', reason: 'other-customer', at: inTime },
      })
      .again()
      .thenNothing();
  });

  it.each([
    ['received', [opened()]],
    ['psuIdentified', [opened(), identified()]],
  ])('lets one that is %s expire at its end, not before', (_status, history) => {
    const expire = (at: string) => command('FailAuthorisation', { reason: 'expired' } as const, at);
    given(...history)
      .when(expire('2026-03-02T10:09:59.999Z'))
      .thenNothing();
    given(...history)
      .when(expire(tooLate))
      .then(failedBecause('expired', tooLate));
  });

  it('makes one void that is not open yet: its opening may come later', () => {
    given()
      .when(fail('joined-basket'))
      .then(failedBecause('joined-basket', inTime))
      .again()
      .thenNothing();
  });

  describe('because the TPP calls off the consent', () => {
    const open = opened({ resource: aConsent });

    it('ends it, once', () => {
      given(open)
        .when(fail('withdrawn'))
        .then(failedBecause('withdrawn', inTime))
        .again()
        .thenNothing();
    });

    it('also after it has failed for another reason, which decides nothing', () => {
      given(open, failedBecause('wrong-codes', inTime))
        .when(fail('withdrawn'))
        .then(failedBecause('withdrawn', inTime))
        .again()
        .thenNothing();
    });

    it('but not after the refusal of the PSU', () => {
      given(open, failedBecause('refused', inTime)).when(fail('withdrawn')).thenNothing();
    });

    it('but not once another authorisation has decided the consent', () => {
      const other = 'authorisation-2';
      given(open).claimedBy(other, consentClaim).when(fail('withdrawn')).thenRejected('CONFLICT');
    });

    it('and an open authorisation can expire after another one has decided the consent', () => {
      const expire = command('FailAuthorisation', { reason: 'expired' } as const, tooLate);
      given(open)
        .claimedBy('authorisation-2', consentClaim)
        .when(expire)
        .then(failedBecause('expired', tooLate));
    });

    it('and a failed authorisation does not fail again for any other reason', () => {
      given(open, failedBecause('wrong-codes', inTime)).when(fail('other-customer')).thenNothing();
    });

    it('and changes nothing of a payment whose authorisation has failed', () => {
      given(opened(), failedBecause('expired', inTime)).when(fail('withdrawn')).thenNothing();
    });
  });
});
