import type { BasketDeleted, Handled } from '@nordgate/contracts/events';
import { failedBecause } from './failures.js';
import { aBasket, aConsent, aPayment, openedAt } from '../testing/an-authorisation.js';
import { authorisationEvents } from '../testing/written-events.js';
import { decidesConsent, endsPayment, failing, streamOfResource } from './end-authorisations.js';
import type { consentDecisions, paymentEnds } from './end-authorisations.js';

const at = openedAt;
const by = 'operator';
const progressed = (status: 'ACCP' | 'ACSP' | 'ACSC' | 'PART', fundsAvailable?: boolean) =>
  ({ type: 'PaymentProgressed', data: { by, status, at, fundsAvailable } }) as const;

describe('an event that ends a payment', () => {
  it.each<readonly [string, Handled<typeof paymentEnds>, boolean]>([
    ['a cancellation does', { type: 'PaymentCancelled', data: { by, at } }, true],
    [
      'a rejection does',
      {
        type: 'PaymentRejected',
        data: { by, code: 'PAYMENT_FAILED', reason: 'not-approved-in-time', at },
      },
      true,
    ],
    ['an execution to ACSC does', progressed('ACSC'), true],
    ['a lack of funds does', progressed('ACCP', false), true],
    ['an accepted payment does not', progressed('ACCP', true), false],
    ['an execution that goes on does not', progressed('ACSP'), false],
    ['a partly executed bulk does not', progressed('PART'), false],
  ])('%s', (_what, event, ends) => {
    expect(endsPayment(event)).toBe(ends);
  });
});

describe('an event that decides a consent', () => {
  it.each<readonly [string, Handled<typeof consentDecisions>, boolean]>([
    ['an approval does', authorisationEvents.AuthorisationFinalised, true],
    ['a refusal does', failedBecause('refused', at), true],
    ['the TPP that calls it off does', failedBecause('withdrawn', at), true],
    ['the end of a link does not', failedBecause('expired', at), false],
    ['the failure of the others does not', failedBecause('not-approvable', at), false],
  ])('%s', (_what, event, decides) => {
    expect(decidesConsent(event)).toBe(decides);
  });
});

describe('the authorisations of what has ended', () => {
  it('fail as not approvable, each by its own command', () => {
    const event: BasketDeleted = { type: 'BasketDeleted', data: { at } };
    const received = { stream: 'basket-bas-1', version: 2, event, at };
    expect(failing(received, ['authorisation-1', 'authorisation-2']).commands).toMatchObject([
      {
        id: 'basket-bas-1@2>authorisation-1',
        type: 'FailAuthorisation',
        stream: 'authorisation-1',
        data: { reason: 'not-approvable' },
      },
      { id: 'basket-bas-1@2>authorisation-2', stream: 'authorisation-2' },
    ]);
  });

  it('are those of the payment, its cancellation and the basket, but of no access', () => {
    expect(streamOfResource(aPayment)).toBe('payment-pay-1');
    expect(streamOfResource({ kind: 'cancellation', paymentId: 'pay-1' })).toBe('payment-pay-1');
    expect(streamOfResource(aBasket)).toBe('basket-bas-1');
    expect(streamOfResource({ kind: 'access' })).toBeUndefined();
  });

  it('are those of the consent under the stream of its first', () => {
    expect(streamOfResource(aConsent)).toBe('authorisation-consent-1');
  });
});
