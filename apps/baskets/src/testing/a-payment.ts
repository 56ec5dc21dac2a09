import type {
  PaymentEvent,
  PaymentInstruction,
  PaymentProgressed,
} from '@nordgate/contracts/events';
import { defined } from '@nordgate/decider';
import { moments, tpp } from './a-basket.js';

const at = moments.settled;

const instruction: PaymentInstruction = {
  instructedAmount: { amount: '1250.50', currency: 'NOK' },
  creditorName: 'Sandbox Bedrift Én AS',
  creditorAccount: { bban: '99996000016', currency: 'NOK' },
  debtorAccount: { bban: '99991200017', currency: 'NOK' },
};

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
      instruction,
      authorisation: { id: 'own-authorisation', tokenHash: 'hash-of-token' },
      acceptedAt: moments.accepted,
    },
  },
  PaymentProgressed: {
    type: 'PaymentProgressed',
    data: { by: 'batch-run-1', status: 'ACCP', fundsAvailable: false, at },
  },
  PaymentClaimed: {
    type: 'PaymentClaimed',
    data: {
      by: 'batch-run-1',
      status: 'ACCP',
      order: {
        service: 'payments',
        product: 'norwegian-domestic-credit-transfers',
        tpp,
        instruction,
      },
      day: '2030-03-01',
      at,
    },
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

/** The execution of a payment comes on. */
export function progressed(
  status: PaymentProgressed['data']['status'],
  fundsAvailable?: boolean,
): PaymentProgressed {
  const data = { by: 'execution-1_whole', status, ...defined({ fundsAvailable }), at };
  return { type: 'PaymentProgressed', data };
}
