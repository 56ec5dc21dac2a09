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
  if (event.type === 'PaymentProgressed') return event.data.status;
  const isExempt = event.type === 'PaymentInitiated' && event.data.exemption !== undefined;
  return isExempt ? 'ACTC' : statusAfter[event.type];
}
