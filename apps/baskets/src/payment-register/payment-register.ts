import type { PaymentEvent, RegisteredStatus } from '@nordgate/contracts/events';
import { paymentStatusAfter, streams } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { ReceivedEvent } from '@nordgate/decider';

const isRegistered: { readonly [Type in PaymentEvent['type']]: true } = {
  PaymentInitiated: true,
  PaymentChanged: true,
  PaymentSigned: true,
  PaymentAuthorised: true,
  PaymentClaimed: true,
  OccurrenceProgressed: true,
  PaymentProgressed: true,
  PaymentRejected: true,
  PaymentCancelled: true,
};

/** The events of payments. The topic has events of other streams, too. */
export const registeredEvents = Object.keys(isRegistered) as PaymentEvent['type'][];

/** The status fact in an event of a payment: the register is kept for all payments. */
export function registeredStatusOf({
  event,
  stream,
  version,
}: ReceivedEvent<PaymentEvent>): RegisteredStatus {
  // A later event without funds keeps what the execution has said before.
  const fundsAvailable = event.type === 'PaymentProgressed' ? event.data.fundsAvailable : undefined;
  const paymentId = streams.payment.idOf(stream);
  return defined({ paymentId, version, status: paymentStatusAfter(event), fundsAvailable });
}
