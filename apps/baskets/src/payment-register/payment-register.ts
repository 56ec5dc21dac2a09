import { paymentStatusAfter } from '@nordgate/contracts/events';
import type { PaymentEvent, RegisteredStatus } from '@nordgate/contracts/events';
import type { ReceivedEvent } from '@nordgate/decider';

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
    ...fundsIn(event),
  };
}

/** Known from the first event of the execution that says so; a later one is silent of what it keeps. */
function fundsIn(event: PaymentEvent): Pick<RegisteredStatus, 'fundsAvailable'> {
  if (event.type !== 'PaymentProgressed' || event.data.fundsAvailable === undefined) return {};
  return { fundsAvailable: event.data.fundsAvailable };
}
