import type { BasketView, ApprovablePayment } from '@nordgate/contracts/queries';
import type { PaymentStatus } from '@nordgate/contracts/codes';
import type { Failed, Finalised } from '../../authorisation/authorisation.js';
import { aPaymentView } from '../../testing/a-payment-view.js';
import { anInitiator, aPayment, inTime } from '../../testing/an-authorisation.js';
import { effectOnBasket, effectOnPayment, endingText } from './ending.service.js';

const link = { resource: aPayment, initiator: anInitiator({ redirectUri: '' }), tokenHash: 'hash' };
const psu = { customerId: 'cus-bjorn', psuId: 'cus-bjorn', browser: 'hash-of-browser' };
const outcome = { context: 'CORPORATE', approved: [], declined: [], at: inTime } as const;
const approved: Finalised = { ...link, is: 'finalised', psu, outcome };
const failed = (reason: Failed['failure']['reason']): Failed => ({
  ...{ ...link, is: 'failed', psu, failure: { code: 'SCA_INVALID', reason } },
});
const refused = failed('refused');

const me = 'authorisation-mine';
const payment = (transactionStatus: PaymentStatus, change: Partial<ApprovablePayment> = {}) =>
  aPaymentView({ transactionStatus, signedBy: { customerId: 'cus-anne' }, ...change });

describe('effectOnPayment', () => {
  it.each<[string, Finalised | Failed, ApprovablePayment, string]>([
    ['is taken when my approval counts', approved, payment('ACTC', { authorisedBy: me }), 'taken'],
    [
      'is late when another approval counts',
      approved,
      payment('ACTC', { authorisedBy: 'other' }),
      'late',
    ],
    ['is late when the payment was refused before I approved', approved, payment('RJCT'), 'late'],
    ['is pending while my approval is on its way', approved, payment('PDNG'), 'pending'],
    ['is taken when my refusal counts', refused, payment('RJCT'), 'taken'],
    [
      'is late when another signer approved before my refusal',
      refused,
      payment('ACTC', { authorisedBy: 'other' }),
      'late',
    ],
    ['is pending while my refusal is on its way', refused, payment('PDNG'), 'pending'],
  ])('%s', (_what, authorisation, view, effect) => {
    expect(effectOnPayment(view, authorisation, me)).toBe(effect);
  });
});

describe('effectOnBasket', () => {
  it.each([
    ['is taken when my decision settled the basket', { isOpen: false, settledBy: me }, 'taken'],
    [
      'is late when another decision settled the basket',
      { isOpen: false, settledBy: 'other' },
      'late',
    ],
    ['is pending while the basket is open', { isOpen: true }, 'pending'],
  ])('%s', (_what, view, effect) => {
    expect(effectOnBasket(view as BasketView, me)).toBe(effect);
  });
});

describe('the notice for the second signer', () => {
  it.each([
    ['taken', 'inbox.after.done', approved],
    ['taken', 'inbox.after.refused', refused],
    ['late', 'inbox.after.late', approved],
    ['late', 'inbox.after.late', refused],
    ['pending', 'inbox.after.recorded', approved],
    ['pending', 'failed.expired', failed('expired')],
    ['late', 'failed.not-approvable', failed('not-approvable')],
    ['pending', 'inbox.after.other-customer', failed('other-customer')],
  ] as const)('is for the effect %s the text %s', (effect, text, authorisation) => {
    expect(endingText(authorisation, effect)).toBe(text);
  });
});
