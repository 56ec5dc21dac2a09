import { PAYMENT_STATUSES } from '@nordgate/contracts/codes';
import type { RejectionReason } from '@nordgate/contracts/events';
import type { PaymentView } from '@nordgate/contracts/queries';
import { LANGUAGES } from '@nordgate/contracts/texts';
import type { Language } from '@nordgate/contracts/texts';
import { paymentStatusOf } from './payment-status.js';

function shown(changes: Partial<PaymentView>, language: Language = 'en', psuId?: string) {
  const caller = { language, ...(psuId !== undefined && { psuId }) };
  return paymentStatusOf({ transactionStatus: 'RJCT', ...changes }, caller);
}

describe('the transactionStatus in the status of a payment', () => {
  it.each(PAYMENT_STATUSES)('is %s, as the payment stands (specification 3)', (status) => {
    expect(shown({ transactionStatus: status })).toEqual({ transactionStatus: status });
  });

  it('is RCVD while the payment is not decided yet', () => {
    expect(paymentStatusOf(undefined, { language: 'en' })).toEqual({ transactionStatus: 'RCVD' });
  });
});

const wordsOf: { readonly [Reason in RejectionReason]: string } = {
  'refused-by-psu': 'You refused',
  'account-not-debitable': 'You may not pay',
  'not-approved-in-time': 'not approved in time',
  'debtor-unknown': 'not complete enough',
  'not-executable': 'could not carry out',
  'product-not-offered': 'no longer offers',
  'amount-above-limit': 'above the limit',
  'creditor-address-incomplete': 'address of the payee',
  'debtor-account-closed': 'is closed',
  'creditor-account-unknown': 'does not exist',
  'not-convertible': 'does not exchange',
  'refused-by-bank': 'bank refused',
};
const reasons = Object.keys(wordsOf) as RejectionReason[];

describe('the psuMessage in the status of a payment', () => {
  it.each(Object.entries(wordsOf) as [RejectionReason, string][])(
    'gives the reason of RJCT: %s',
    (reason, words) => {
      const { psuMessage, tppMessages } = shown({ rejection: { code: 'PAYMENT_FAILED', reason } });
      expect(psuMessage).toContain(words);
      expect(tppMessages).toMatchObject([{ code: 'PAYMENT_FAILED' }]);
    },
  );

  it.each(reasons)('has 1 to 512 characters in every language: %s (specification 8)', (reason) => {
    for (const language of LANGUAGES) {
      const { psuMessage = '' } = shown(
        { rejection: { code: 'PAYMENT_FAILED', reason } },
        language,
      );
      expect(psuMessage.length).toBeGreaterThanOrEqual(1);
      expect(psuMessage.length).toBeLessThanOrEqual(512);
    }
  });

  const refused = { rejection: { code: 'PAYMENT_FAILED', reason: 'refused-by-psu' } } as const;
  const initiator = {
    ...{ tpp: 'T', tppName: 'T AS', redirectUri: 'https://tpp.example/', tppSessionId: 's' },
    psuId: 'tre',
  };
  const signedBy = { customerId: 'cus-3', corporateId: 'agr-1' };

  it.each([
    ['tre', undefined, 'You refused', 'Du avviste'],
    ['tre', signedBy, 'Another signer refused', 'En annen som skulle signere'],
    [undefined, signedBy, 'Another signer refused', 'En annen som skulle signere'],
    ['fire', undefined, 'A signer refused', 'En av dem som skulle signere'],
    ['fire', signedBy, 'A signer refused', 'En av dem som skulle signere'],
  ] as const)(
    'says to %s who refused after a first signature (%j): %s',
    (psuId, first, english, norwegian) => {
      const view = { ...refused, initiator, ...(first && { signedBy: first }) };
      expect(shown(view, 'en', psuId).psuMessage).toContain(english);
      expect(shown(view, 'nb', psuId).psuMessage).toContain(norwegian);
    },
  );

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
