import type { PaymentEvent } from '@nordgate/contracts/events';
import { moments, tpp } from './a-basket.js';

const at = moments.settled;

/** One of every event of a payment; the compiler misses none. */
export const paymentEvents: {
  readonly [Type in PaymentEvent['type']]: Extract<PaymentEvent, { type: Type }>;
} = {
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
  PaymentChanged: {
    type: 'PaymentChanged',
    data: {
      by: 'channel:branch',
      instruction: {
        instructedAmount: { amount: '99.00', currency: 'NOK' },
        creditorName: 'Sandbox Bedrift Én AS',
        creditorAccount: { bban: '99996000016', currency: 'NOK' },
        debtorAccount: { bban: '99991200017', currency: 'NOK' },
      },
      at,
    },
  },
  PaymentSigned: {
    type: 'PaymentSigned',
    data: { by: 'authorisation-1', customerId: 'customer-1', at },
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
};
