import type { PaymentStatus } from '../codes/transaction-status.js';
import type { PaymentEvent } from './payment-events.v1.js';

const statusAfter: {
  readonly [Type in Exclude<PaymentEvent['type'], 'PaymentProgressed'>]: PaymentStatus;
} = {
  PaymentInitiated: 'RCVD',
  PaymentChanged: 'RCVD',
  PaymentSigned: 'PDNG',
  PaymentAuthorised: 'ACTC',
  PaymentRejected: 'RJCT',
  PaymentCancelled: 'CANC',
};

/** The transactionStatus that an event leaves a payment in (specification section 3). */
export function paymentStatusAfter(event: PaymentEvent): PaymentStatus {
  return event.type === 'PaymentProgressed' ? event.data.status : statusAfter[event.type];
}
