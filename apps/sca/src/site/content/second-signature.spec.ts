import type { ActingContext, ApprovablePayment } from '@nordgate/contracts/queries';
import { anInstruction, aPaymentView, ownBban } from '../../testing/a-payment-view.js';
import { aBasket, aPayment } from '../../testing/an-authorisation.js';
import { approvalContent, isDecidable, whyUndecidable } from './approval-content.js';
import { signableContexts } from './second-signature.js';

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
const waiting = (change: Partial<ApprovablePayment> = {}) =>
  aPaymentView({ transactionStatus: 'PDNG', signedBy, ...change });
const seenBy = (customerId: string, view: ApprovablePayment, context = torsk) =>
  approvalContent(aPayment, [view], context, customerId)!;

describe('the number of required signatures', () => {
  it.each<[string, ApprovablePayment, ActingContext, number]>([
    ['that of the agreement', aPaymentView(), torsk, 2],
    ['one for an account of the PSU', aPaymentView(), own, 1],
    ['one when the agreement needs one', aPaymentView(), { ...torsk, signers: 1 }, 1],
    ['one when all payments are declined', aPaymentView({ instruction: foreign }), torsk, 1],
    ['two after a first signature', waiting(), { ...torsk, signers: 1 }, 2],
  ])('is %s', (_about, view, context, signers) => {
    expect(seenBy('cus-bjorn', view, context).signers).toBe(signers);
  });

  it.each([{ kind: 'access' }, { kind: 'cancellation', paymentId: 'pay-1' }] as const)(
    'is one for the resource $kind',
    (resource) => {
      const views = [aPaymentView({ transactionStatus: 'ACTC' })];
      expect(approvalContent(resource, views, torsk, 'cus-bjorn')?.signers).toBe(1);
    },
  );
});

describe('a payment that waits for a second signature', () => {
  it('is approved by another signer of the same agreement, who sees the first signer', () => {
    const content = seenBy('cus-bjorn', waiting());
    expect(content).toMatchObject({ firstSigner: 'cus-anne', approves: [{ paymentId: 'pay-1' }] });
    expect(isDecidable(aPayment, content)).toBe(true);
  });

  it.each<[string, string, ApprovablePayment, ActingContext, string]>([
    ['its first signer', 'cus-anne', waiting(), torsk, 'signed-already'],
    [
      'a PSU of another agreement',
      'cus-bjorn',
      waiting(),
      { ...torsk, corporateId: 'agr-sild' },
      'other-customer',
    ],
    ['a PSU in a private context', 'cus-bjorn', waiting(), own, 'other-customer'],
    [
      'a PSU who may not debit the account',
      'cus-bjorn',
      waiting({ instruction: foreign }),
      torsk,
      'other-customer',
    ],
  ])('cannot be decided or declined by %s', (_who, id, view, context, why) => {
    const content = seenBy(id, view, { ...context });
    expect(content).toMatchObject({ approves: [], declined: [] });
    expect(isDecidable(aPayment, content)).toBe(false);
    expect(whyUndecidable(content.payments)).toBe(why);
  });

  it('has another reason than a payment that waits for no signer', () => {
    const { payments } = seenBy('cus-bjorn', aPaymentView({ transactionStatus: 'CANC' }));
    expect(whyUndecidable(payments)).toBe('not-approvable');
  });

  it('is declined with its basket, but never alone, when this PSU may not debit its account', () => {
    const views = [waiting(), waiting({ paymentId: 'pay-2', instruction: foreign })];
    const content = approvalContent(aBasket, views, torsk, 'cus-bjorn')!;
    expect(content).toMatchObject({ approves: [{ paymentId: 'pay-1' }], declined: ['pay-2'] });
    expect(isDecidable(aBasket, content)).toBe(true);
    const none = approvalContent(aBasket, views, { ...torsk, debitable: [] }, 'cus-bjorn')!;
    expect(isDecidable(aBasket, none)).toBe(false);
    expect(whyUndecidable(none.payments)).toBe('other-customer');
  });

  it('waits for another signer when its first signer can sign other members of the basket', () => {
    const views = [waiting(), aPaymentView({ paymentId: 'pay-2' })];
    const content = approvalContent(aBasket, views, torsk, 'cus-anne');
    expect(content?.payments.map(({ will }) => will)).toEqual(['wait-for-another', 'be-approved']);
    expect(content).not.toHaveProperty('firstSigner');
  });
});

describe('signableContexts', () => {
  it('returns the agreement of the first signature, or every context before it', () => {
    expect(signableContexts([own, torsk], [waiting()])).toEqual([torsk]);
    expect(signableContexts([own, torsk], [aPaymentView()])).toEqual([own, torsk]);
    expect(signableContexts([own], [waiting()])).toEqual([]);
  });
});
