import type { ActingContext } from '@nordgate/contracts/queries';
import { anInstruction, aPaymentView, ownBban } from '../../testing/a-payment-view.js';
import { aBasket, aPayment } from '../../testing/an-authorisation.js';
import { approvalContent, isDecidable } from './approval-content.js';

const context: ActingContext = {
  context: 'PRIVATE',
  name: 'Kari',
  debitable: [ownBban],
  viewable: [],
};
const foreign = anInstruction({ debtorAccount: { bban: '12345678903', currency: 'NOK' } });

describe('the content of an approval page', () => {
  it('names each payment with its hash, in the order of the basket', () => {
    const views = [aPaymentView({ paymentId: 'pay-2', hash: 'hash-2' }), aPaymentView()];
    const content = approvalContent(aBasket, views, context, 'cus-kari');
    expect(content?.payments.map(({ view }) => view.paymentId)).toEqual(['pay-1', 'pay-2']);
    expect(content).toMatchObject({
      approves: [
        { paymentId: 'pay-1', hash: 'hash-1' },
        { paymentId: 'pay-2', hash: 'hash-2' },
      ],
      declined: [],
    });
  });

  it('declines a payment whose account may not be debited in this context', () => {
    const views = [aPaymentView(), aPaymentView({ paymentId: 'pay-2', instruction: foreign })];
    const content = approvalContent(aBasket, views, context, 'cus-kari');
    expect(content?.payments.map(({ will }) => will)).toEqual(['be-approved', 'be-declined']);
    expect(content).toMatchObject({ approves: [{ paymentId: 'pay-1' }], declined: ['pay-2'] });
  });

  it('recognises the debtor account by the BBAN inside a Norwegian IBAN', () => {
    const debtorAccount = { iban: `NO93${ownBban}`, currency: 'NOK' } as const;
    const views = [aPaymentView({ instruction: anInstruction({ debtorAccount }) })];
    expect(approvalContent(aPayment, views, context, 'cus-kari')?.declined).toEqual([]);
  });

  it.each(['ACTC', 'RJCT', 'CANC'] as const)('leaves a member alone that is %s', (status) => {
    const views = [
      aPaymentView({ transactionStatus: status }),
      aPaymentView({ paymentId: 'pay-2' }),
    ];
    const content = approvalContent(aBasket, views, context, 'cus-kari');
    expect(content?.payments[0]?.will).toBe('stay-as-it-is');
    expect(content).toMatchObject({ approves: [{ paymentId: 'pay-2' }], declined: [] });
  });

  it('cancels an approved payment until a run has claimed it', () => {
    const willOf = (isClaimed?: true) => {
      const view = aPaymentView({ transactionStatus: 'ACCP', ...(isClaimed && { isClaimed }) });
      const cancellation = { kind: 'cancellation', paymentId: 'pay-1' } as const;
      return approvalContent(cancellation, [view], context, 'cus-kari')?.payments[0]?.will;
    };
    expect(willOf()).toBe('be-approved');
    expect(willOf(true)).toBe('stay-as-it-is');
  });

  it('cancels a payment from a blocked account, from which nothing is paid', () => {
    const blocked = { ...context, blocked: [ownBban] };
    const willOf = (kind: 'payment' | 'cancellation', status: 'ACCP' | 'RCVD') => {
      const views = [aPaymentView({ transactionStatus: status })];
      const resource = { kind, paymentId: 'pay-1' };
      return approvalContent(resource, views, blocked, 'cus-kari')?.payments[0]?.will;
    };
    expect(willOf('cancellation', 'ACCP')).toBe('be-approved');
    expect(willOf('payment', 'RCVD')).toBe('be-declined');
  });

  it('is undefined while a payment is unknown', () => {
    expect(approvalContent(aBasket, [aPaymentView()], context, 'cus-kari')).toBeUndefined();
  });
});

describe('isDecidable', () => {
  const decidable = (transactionStatus: 'RCVD' | 'CANC', instruction = anInstruction()) => {
    const views = [aPaymentView({ transactionStatus, instruction })];
    const content = approvalContent(aPayment, views, context, 'cus-kari');
    return content && isDecidable(aPayment, content);
  };

  it('is true while a payment waits, also when it can only be declined', () => {
    expect(decidable('RCVD')).toBe(true);
    expect(decidable('RCVD', foreign)).toBe(true);
    expect(decidable('CANC')).toBe(false);
  });

  it('is always true for access', () => {
    const content = approvalContent({ kind: 'access' }, [], context, 'cus-kari');
    expect(content && isDecidable({ kind: 'access' }, content)).toBe(true);
  });
});
