import type { PaymentView } from '@nordgate/contracts/queries';
import { paymentStatusOf } from './payment-status.js';

function shown(changes: Partial<PaymentView>, language: 'en' | 'nb' = 'en') {
  return paymentStatusOf({ transactionStatus: 'RJCT', ...changes } as PaymentView, { language });
}

describe('the psuMessage in the status of a payment', () => {
  it.each([
    ['refused-by-psu', 'You refused'],
    ['account-not-debitable', 'You may not pay'],
    ['not-approved-in-time', 'not approved in time'],
    ['debtor-unknown', 'not complete enough'],
    ['not-executable', 'could not carry out'],
  ] as const)('gives the reason of RJCT: %s', (reason, words) => {
    const { psuMessage, tppMessages } = shown({ rejection: { code: 'PAYMENT_FAILED', reason } });
    expect(psuMessage).toContain(words);
    expect(tppMessages).toMatchObject([{ code: 'PAYMENT_FAILED' }]);
  });

  it('says that the funds are missing', () => {
    const found = shown({ transactionStatus: 'ACCP', fundsAvailable: false });
    expect(found).toMatchObject({
      fundsAvailable: false,
      psuMessage: expect.stringContaining('not enough money') as string,
    });
  });

  it('says that the funds are missing for a whole bulk that was rejected for them', () => {
    const rejection = { code: 'PAYMENT_FAILED', reason: 'not-executable' } as const;
    expect(shown({ rejection, fundsAvailable: false }).psuMessage).toContain('not enough money');
  });

  it('is in the language of the request', () => {
    const rejection = { code: 'PAYMENT_FAILED', reason: 'not-approved-in-time' } as const;
    expect(shown({ rejection }, 'nb').psuMessage).toContain('ikke godkjent i tide');
  });

  it('is absent for all other payments', () => {
    expect(shown({ transactionStatus: 'ACTC', fundsAvailable: true })).toEqual({
      transactionStatus: 'ACTC',
      fundsAvailable: true,
    });
  });
});
