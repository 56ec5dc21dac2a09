import type { PaymentEvent } from '@nordgate/contracts/events';
import { moments, tpp } from './a-basket.js';

const at = moments.settled;

/** The events of a payment that tests of baskets need. */
export const paymentEvents = {
  PaymentInitiated: {
    type: 'PaymentInitiated',
    data: {
      service: 'payments',
      product: 'norwegian-domestic-credit-transfers',
      initiator: {
        tpp,
        tppName: 'Sandbox TPP AS',
        tppSessionId: '0f6f2a54-70b1-4a0f-8a53-6a8f2f5d7c11',
        redirectUri: 'https://tpp.example/return',
      },
      fingerprint: 'fingerprint-of-the-payment',
      instruction: {
        instructedAmount: { amount: '1250.50', currency: 'NOK' },
        creditorName: 'Sandbox Bedrift Én AS',
        creditorAccount: { bban: '99996000016', currency: 'NOK' },
        debtorAccount: { bban: '99991200017', currency: 'NOK' },
      },
      authorisation: { id: 'own-authorisation', tokenHash: 'hash-of-token' },
      acceptedAt: moments.accepted,
    },
  },
  PaymentProgressed: {
    type: 'PaymentProgressed',
    data: { by: 'batch-run-1', status: 'ACCP', fundsAvailable: false, at },
  },
  PaymentAuthorised: {
    type: 'PaymentAuthorised',
    data: { by: 'basket-1', customerId: 'customer-1', at },
  },
  PaymentRejected: {
    type: 'PaymentRejected',
    data: { by: 'basket-1', code: 'PAYMENT_FAILED', reason: 'refused-by-psu', at },
  },
  PaymentCancelled: { type: 'PaymentCancelled', data: { by: tpp, at } },
} satisfies { readonly [Type in PaymentEvent['type']]?: Extract<PaymentEvent, { type: Type }> };
