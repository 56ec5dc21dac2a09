import type { ScaEvent } from '@nordgate/contracts/events';
import { commandFrom, noReaction } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import type { CancelPayment } from '../cancel-payment/cancel-payment.js';
import type { RejectPayment } from '../reject-payment/reject-payment.js';
import { approval } from './approval.js';

/** A PSU's act on the approval page of one payment, carried to that payment. */
export function settleAuthorisation(received: ReceivedEvent<ScaEvent>): Reaction {
  const { event } = received;
  if (event.type === 'AuthorisationFinalised' && event.data.resource.kind === 'payment') {
    const { approved, declined } = event.data;
    return {
      commands: [
        ...approved.map((one) => approval(received, one, event.data)),
        ...declined.map((paymentId) => rejection(received, paymentId, 'account-not-debitable')),
      ],
    };
  }
  if (event.type === 'AuthorisationFinalised' && event.data.resource.kind === 'cancellation') {
    return {
      commands: event.data.approved.map(({ paymentId }) => cancellation(received, paymentId)),
    };
  }
  if (event.type === 'AuthorisationRefused' && event.data.resource.kind === 'payment') {
    return { commands: [rejection(received, event.data.resource.paymentId, 'refused-by-psu')] };
  }
  return noReaction;
}

/** The PSU approved that an approved payment is called off. */
function cancellation(received: ReceivedEvent, paymentId: string): CancelPayment {
  return commandFrom<CancelPayment['type'], CancelPayment['data']>(received, {
    type: 'CancelPayment',
    stream: `payment-${paymentId}`,
    data: { by: received.stream, onlyUnapproved: false },
  });
}

/** The command that ends a payment because of this event. */
export function rejection(
  received: ReceivedEvent,
  paymentId: string,
  reason: RejectPayment['data']['reason'],
): RejectPayment {
  return commandFrom<RejectPayment['type'], RejectPayment['data']>(received, {
    type: 'RejectPayment',
    stream: `payment-${paymentId}`,
    data: { by: received.stream, code: 'PAYMENT_FAILED', reason },
  });
}
