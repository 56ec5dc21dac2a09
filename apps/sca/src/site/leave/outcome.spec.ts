import type { AuthorisedResource } from '@nordgate/contracts/events';
import type { BasketView, ApprovablePayment } from '@nordgate/contracts/queries';
import type { Finalised } from '../../authorisation/authorisation.js';
import { aBasketView } from '../../testing/a-basket-view.js';
import { aPaymentView } from '../../testing/a-payment-view.js';
import { aBasket, anInitiator, aPayment, inTime } from '../../testing/an-authorisation.js';
import { outcomeOf, waitsFor } from './outcome.js';
import type { Outcome } from './outcome.js';

const stream = 'authorisation-mine';
const other = 'authorisation-other';
const psu = { customerId: 'cus-1', psuId: 'psu-1', browser: 'hash-of-browser' };
const approvedOne = [{ paymentId: 'pay-1', hash: 'hash-1' }];

function finalised(
  resource: AuthorisedResource,
  change: Partial<Finalised['outcome']> = {},
): Finalised {
  const outcome = { context: 'PRIVATE', approved: approvedOne, declined: [], at: inTime } as const;
  return {
    ...{ is: 'finalised', resource, initiator: anInitiator(), tokenHash: 'hash-of-token' },
    ...{ psu, outcome: { ...outcome, ...change } },
  };
}

const torsk = { corporateId: 'agr-1' };
const byPsu = (by: string | undefined, customerId = psu.customerId) => ({
  signedBy: by === undefined ? { customerId, ...torsk } : { by, customerId, ...torsk },
});
const rejectedFor = (reason: NonNullable<ApprovablePayment['rejection']>['reason']) =>
  ({
    transactionStatus: 'RJCT',
    rejection: { code: 'PAYMENT_FAILED', reason },
  }) as const;

describe('the outcome of the approval of a payment', () => {
  it.each<readonly [string, Partial<ApprovablePayment>, Outcome]>([
    ['is pending before the payment has followed', {}, 'pending'],
    ['is taken when it approved', { transactionStatus: 'ACTC', authorisedBy: stream }, 'taken'],
    [
      'stays taken when the payment is cancelled later',
      { transactionStatus: 'CANC', authorisedBy: stream },
      'taken',
    ],
    ['is taken as the first signature', { transactionStatus: 'PDNG', ...byPsu(stream) }, 'taken'],
    [
      'is taken as the first signature in a view of an older release',
      { transactionStatus: 'PDNG', ...byPsu(undefined) },
      'taken',
    ],
    [
      'stays taken as the first signature when the second signer refuses',
      { ...rejectedFor('refused-by-psu'), ...byPsu(stream) },
      'taken',
    ],
    [
      'is pending as the second signature',
      { transactionStatus: 'PDNG', ...byPsu(other, 'cus-2') },
      'pending',
    ],
    [
      'is a conflict when the same customer signed by another link',
      { transactionStatus: 'PDNG', ...byPsu(other) },
      'conflict',
    ],
    [
      'is a conflict when somebody signed under another agreement',
      {
        transactionStatus: 'PDNG',
        signedBy: { by: other, customerId: 'cus-2', corporateId: 'agr-2' },
      },
      'conflict',
    ],
    [
      'is a conflict when another link approved',
      { transactionStatus: 'ACTC', authorisedBy: other },
      'conflict',
    ],
    ['is a conflict when the payment was cancelled', { transactionStatus: 'CANC' }, 'conflict'],
    ['is a conflict when the payment was changed', { hash: 'hash-of-another-amount' }, 'conflict'],
    [
      'is a conflict when the PSU refused by another link',
      rejectedFor('refused-by-psu'),
      'conflict',
    ],
    ['is a conflict when it came too late', rejectedFor('not-approved-in-time'), 'conflict'],
    [
      'is rejected when the bank does not know the debtor',
      rejectedFor('debtor-unknown'),
      'rejected',
    ],
    ['is rejected when the account is none', rejectedFor('account-not-debitable'), 'rejected'],
  ])('%s', (_what, view, outcome) => {
    const payments = [aPaymentView(view)];
    const authorisation = finalised(aPayment, torsk);
    expect(outcomeOf({ stream, authorisation, payments })).toBe(outcome);
  });

  it('is pending while the payment is not known', () => {
    const authorisation = finalised(aPayment);
    expect(outcomeOf({ stream, authorisation, payments: [] })).toBe('pending');
  });
});

describe('the outcome of the approval of a basket', () => {
  const both = [...approvedOne, { paymentId: 'pay-2', hash: 'hash-2' }];
  const second = (change: Partial<ApprovablePayment>) =>
    aPaymentView({ paymentId: 'pay-2', hash: 'hash-2', ...change });
  const byBasket = { transactionStatus: 'ACTC', authorisedBy: 'basket-bas-1' } as const;
  const mine = { isOpen: false, settledBy: stream } as const;
  const cancelled = { transactionStatus: 'CANC' } as const;

  it.each<readonly [string, Partial<BasketView>, ApprovablePayment[], Outcome]>([
    ['is pending while the basket waits', {}, [aPaymentView(), second({})], 'pending'],
    [
      'is pending while a member has not followed',
      mine,
      [aPaymentView(byBasket), second({})],
      'pending',
    ],
    [
      'is taken when one member took it',
      mine,
      [aPaymentView(cancelled), second(byBasket)],
      'taken',
    ],
    [
      'is a conflict when no member took it',
      mine,
      [aPaymentView(cancelled), second(cancelled)],
      'conflict',
    ],
    [
      'is rejected when the bank rejected a member and no other took it',
      mine,
      [aPaymentView(rejectedFor('debtor-unknown')), second(cancelled)],
      'rejected',
    ],
    [
      'is a conflict when the basket was deleted',
      { isOpen: false, deletedBy: 'request-1' },
      [aPaymentView(), second({})],
      'conflict',
    ],
    [
      'is a conflict when another link settled the basket',
      { isOpen: false, settledBy: other },
      [aPaymentView(byBasket), second(byBasket)],
      'conflict',
    ],
    [
      'is a conflict when the same customer signed by another link',
      byPsu(other),
      [aPaymentView({ transactionStatus: 'PDNG', ...byPsu('basket-bas-1') }), second({})],
      'conflict',
    ],
    [
      'stays taken as the first signature after the second',
      { isOpen: false, settledBy: other, ...byPsu(stream) },
      [
        aPaymentView({ ...byBasket, ...byPsu('basket-bas-1') }),
        second({ ...byBasket, ...byPsu('basket-bas-1') }),
      ],
      'taken',
    ],
  ])('%s', (_what, view, payments, outcome) => {
    const authorisation = finalised(aBasket, { ...torsk, approved: both });
    const basket = aBasketView(view);
    expect(outcomeOf({ stream, authorisation, payments, basket })).toBe(outcome);
  });

  it('waits for the members that it declines', () => {
    const authorisation = finalised(aBasket, { declined: ['pay-2'] });
    const basket = aBasketView(mine);
    const outcomeWith = (declined: ApprovablePayment) =>
      outcomeOf({ stream, authorisation, basket, payments: [aPaymentView(byBasket), declined] });
    expect(outcomeWith(second({}))).toBe('pending');
    expect(outcomeWith(second(rejectedFor('account-not-debitable')))).toBe('taken');
  });

  it('is pending while the basket is not known', () => {
    const authorisation = finalised(aBasket);
    expect(outcomeOf({ stream, authorisation, payments: [], basket: null })).toBe('pending');
  });
});

describe('the outcome of a cancellation', () => {
  it.each<readonly [string, Partial<ApprovablePayment>, Outcome]>([
    ['is taken once the payment is cancelled', { transactionStatus: 'CANC' }, 'taken'],
    ['is pending while the payment can be cancelled', { transactionStatus: 'ACTC' }, 'pending'],
    ['is pending before a run claims the payment', { transactionStatus: 'ACCP' }, 'pending'],
    [
      'is a conflict once a run has claimed the payment',
      { transactionStatus: 'ACCP', isClaimed: true },
      'conflict',
    ],
    ['is a conflict once the execution has begun', { transactionStatus: 'ACSP' }, 'conflict'],
  ])('%s', (_what, view, outcome) => {
    const authorisation = finalised({ kind: 'cancellation', paymentId: 'pay-1' });
    const payments = [aPaymentView(view)];
    expect(outcomeOf({ stream, authorisation, payments })).toBe(outcome);
  });
});

it('the outcome of an access is taken at once', () => {
  const authorisation = finalised({ kind: 'access' }, { approved: [] });
  expect(outcomeOf({ stream, authorisation, payments: [] })).toBe('taken');
});

describe('waitsFor', () => {
  const waiting = (customerId: string) =>
    aPaymentView({ transactionStatus: 'PDNG', signedBy: { customerId, ...torsk } });

  it.each<[string, ApprovablePayment, boolean]>([
    ['is true before the first signature', aPaymentView(), true],
    ['is true after the signature of another customer', waiting('cus-anne'), true],
    ['is false after the first signature of the customer', waiting('me'), false],
    ['is false after the approval', aPaymentView({ transactionStatus: 'ACTC' }), false],
  ])('%s', (_about, view, expected) => {
    expect(waitsFor(view, 'me')).toBe(expected);
  });
});
