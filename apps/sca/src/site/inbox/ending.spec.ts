import type { BasketView, PaymentView } from '@nordgate/contracts/queries';
import type { PaymentStatus } from '@nordgate/contracts/codes';
import type { Failed, Finalised } from '../../domain/authorisation.js';
import { aPaymentView } from '../../testing/a-payment-view.js';
import { anInitiator, aPayment, inTime } from '../../testing/an-authorisation.js';
import { effectOnBasket, effectOnPayment, endingText } from './ending.js';

const link = { resource: aPayment, initiator: anInitiator({ redirectUri: '' }), tokenHash: 'hash' };
const psu = { customerId: 'cus-bjorn', psuId: 'cus-bjorn', browser: 'hash-of-browser' };
const outcome = { context: 'CORPORATE', approved: [], declined: [], at: inTime } as const;
const approved: Finalised = { ...link, is: 'finalised', psu, outcome };
const failed = (reason: Failed['failure']['reason']): Failed => ({
  ...{ ...link, is: 'failed', psu, failure: { code: 'SCA_INVALID', reason } },
});
const refused = failed('refused');

const me = 'authorisation-mine';
const payment = (transactionStatus: PaymentStatus, change: Partial<PaymentView> = {}) =>
  aPaymentView({ transactionStatus, signedBy: { customerId: 'cus-anne' }, ...change });

describe('what became of an answer to a payment', () => {
  it.each<[string, Finalised | Failed, PaymentView, string]>([
    ['my approval counts', approved, payment('ACTC', { authorisedBy: me }), 'taken'],
    ['another approval counts', approved, payment('ACTC', { authorisedBy: 'other' }), 'late'],
    ['it was refused before I approved', approved, payment('RJCT'), 'late'],
    ['my approval is on its way', approved, payment('PDNG'), 'pending'],
    ['my refusal counts', refused, payment('RJCT'), 'taken'],
    ['another has approved before', refused, payment('ACTC', { authorisedBy: 'other' }), 'late'],
    ['my refusal is on its way', refused, payment('PDNG'), 'pending'],
  ])('%s', (_what, authorisation, view, effect) => {
    expect(effectOnPayment(view, authorisation, me)).toBe(effect);
  });
});

describe('what became of an answer to a basket', () => {
  it.each([
    ['it counts', { isOpen: false, settledBy: me }, 'taken'],
    ['another does', { isOpen: false, settledBy: 'other' }, 'late'],
    ['it is on its way', { isOpen: true }, 'pending'],
  ])('%s', (_what, view, effect) => {
    expect(effectOnBasket(view as BasketView, me)).toBe(effect);
  });
});

describe('what the second signer is told', () => {
  it.each([
    [approved, 'taken', 'inbox.after.done'],
    [refused, 'taken', 'inbox.after.refused'],
    [approved, 'late', 'inbox.after.late'],
    [refused, 'late', 'inbox.after.late'],
    [approved, 'pending', 'inbox.after.recorded'],
    [failed('expired'), 'pending', 'failed.expired'],
    [failed('not-approvable'), 'late', 'failed.not-approvable'],
    [failed('other-customer'), 'pending', 'inbox.after.other-customer'],
  ] as const)('%#', (authorisation, effect, text) => {
    expect(endingText(authorisation, effect)).toBe(text);
  });
});
