import { paymentStatusAfter } from '@nordgate/contracts';
import type { PaymentEvent, RegisteredStatus } from '@nordgate/contracts';
import type { ReceivedEvent } from '@nordgate/messaging';

/** The status fact in an event of a payment: the register is kept for all payments. */
export function registeredStatusOf({
  event,
  stream,
  version,
}: ReceivedEvent<PaymentEvent>): RegisteredStatus {
  return {
    paymentId: stream.slice('payment-'.length),
    version,
    status: paymentStatusAfter(event),
  };
}
