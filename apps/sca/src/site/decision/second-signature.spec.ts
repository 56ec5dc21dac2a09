import type { ActingContext, PaymentView } from '@nordgate/contracts';
import { anInstruction, aPaymentView, ownBban } from '../../testing/a-payment-view.js';
import { aBasket, aPayment } from '../../testing/an-authorisation.js';
import { approvalContent, isDecidable, whyUndecidable } from './approval-content.js';
import { signableContexts, waitsFor } from './second-signature.js';

const torsk: ActingContext = {
  context: 'CORPORATE',
  corporateId: 'agr-torsk',
  name: 'Torsk AS',
  signers: 2,
  debitable: [ownBban],
  viewable: [],
};
const own: ActingContext = {
  context: 'PRIVATE',
  name: 'Anne',
  debitable: [ownBban],
  viewable: [],
};
const foreign = anInstruction({ debtorAccount: { bban: '12345678903', currency: 'NOK' } });
const signedBy = { customerId: 'cus-anne', corporateId: 'agr-torsk' };
const waiting = (change: Partial<PaymentView> = {}) =>
  aPaymentView({ transactionStatus: 'PDNG', signedBy, ...change });
const seenBy = (customerId: string, view: PaymentView, context = torsk) =>
  approvalContent(aPayment, [view], context, customerId)!;

describe('how many have to sign', () => {
  it.each<[string, PaymentView, ActingContext, number]>([
    ['as many as the agreement says', aPaymentView(), torsk, 2],
    ['one for an own account', aPaymentView(), own, 1],
    ['one where the agreement wants one', aPaymentView(), { ...torsk, signers: 1 }, 1],
    ['one where all is declined', aPaymentView({ instruction: foreign }), torsk, 1],
    ['two once one has signed', waiting(), { ...torsk, signers: 1 }, 2],
  ])('is %s', (_says, view, context, signers) => {
    expect(seenBy('cus-bjorn', view, context).signers).toBe(signers);
  });

  it.each([{ kind: 'access' }, { kind: 'cancellation', paymentId: 'pay-1' }] as const)(
    'is one for $kind',
    (resource) => {
      const views = [aPaymentView({ transactionStatus: 'ACTC' })];
      expect(approvalContent(resource, views, torsk, 'cus-bjorn')?.signers).toBe(1);
    },
  );
});

describe('a payment that waits for a second signature', () => {
  it('is approved by somebody else under the same agreement, who sees who was first', () => {
    const content = seenBy('cus-bjorn', waiting());
    expect(content).toMatchObject({ firstSigner: 'cus-anne', approves: [{ paymentId: 'pay-1' }] });
    expect(isDecidable(aPayment, content)).toBe(true);
  });

  it.each<[string, string, PaymentView, ActingContext, string]>([
    ['its first signer', 'cus-anne', waiting(), torsk, 'signed-already'],
    [
      'another agreement',
      'cus-bjorn',
      waiting(),
      { ...torsk, corporateId: 'agr-sild' },
      'other-customer',
    ],
    ['a private person', 'cus-bjorn', waiting(), own, 'other-customer'],
    [
      'who may not debit the account',
      'cus-bjorn',
      waiting({ instruction: foreign }),
      torsk,
      'other-customer',
    ],
  ])('is nothing to decide for %s, and is never declined by it', (_who, id, view, context, why) => {
    const content = seenBy(id, view, { ...context });
    expect(content).toMatchObject({ approves: [], declined: [] });
    expect(isDecidable(aPayment, content)).toBe(false);
    expect(whyUndecidable(content.payments)).toBe(why);
  });

  it('is told apart from one that nobody waits for any more', () => {
    const { payments } = seenBy('cus-bjorn', aPaymentView({ transactionStatus: 'CANC' }));
    expect(whyUndecidable(payments)).toBe('not-approvable');
  });

  it('is declined with its basket where this PSU may not debit it, but never alone', () => {
    const views = [waiting(), waiting({ paymentId: 'pay-2', instruction: foreign })];
    const content = approvalContent(aBasket, views, torsk, 'cus-bjorn')!;
    expect(content).toMatchObject({ approves: [{ paymentId: 'pay-1' }], declined: ['pay-2'] });
    expect(isDecidable(aBasket, content)).toBe(true);
    const none = approvalContent(aBasket, views, { ...torsk, debitable: [] }, 'cus-bjorn')!;
    expect(isDecidable(aBasket, none)).toBe(false);
    expect(whyUndecidable(none.payments)).toBe('other-customer');
  });

  it('stays as it is in a basket whose other members its first signer can still sign', () => {
    const views = [waiting(), aPaymentView({ paymentId: 'pay-2' })];
    const content = approvalContent(aBasket, views, torsk, 'cus-anne');
    expect(content?.payments.map(({ will }) => will)).toEqual(['wait-for-another', 'be-approved']);
    expect(content).not.toHaveProperty('firstSigner');
  });
});

describe('the contexts in which it can be signed', () => {
  it('are those of the first signature only; before it all of them', () => {
    expect(signableContexts([own, torsk], [waiting()])).toEqual([torsk]);
    expect(signableContexts([own, torsk], [aPaymentView()])).toEqual([own, torsk]);
    expect(signableContexts([own], [waiting()])).toEqual([]);
  });
});

describe('whether it still waits for somebody', () => {
  it.each<[string, PaymentView, boolean]>([
    ['it does, as long as nobody has signed', aPaymentView(), true],
    ['it does, as long as only another has signed', waiting(), true],
    [
      'it does not, once they have signed first',
      waiting({ signedBy: { customerId: 'me' } }),
      false,
    ],
    ['it does not, once it is approved', aPaymentView({ transactionStatus: 'ACTC' }), false],
  ])('%s', (_says, view, expected) => {
    expect(waitsFor(view, 'me')).toBe(expected);
  });
});
