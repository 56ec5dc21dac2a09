import { handles } from '@nordgate/contracts/events';
import type { Handled, RegisteredStatus } from '@nordgate/contracts/events';
import { paymentEventTypes, paymentStatusAfter, streams } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { ReceivedEvent } from '@nordgate/decider';

/** Every event of a payment. The topic has events of other streams, too. */
export const registeredEvents = handles('payments.events.v1', paymentEventTypes);

/** The status fact in an event of a payment: the register is kept for all payments. */
export function registeredStatusOf({
  event,
  stream,
  version,
}: ReceivedEvent<Handled<typeof registeredEvents>>): RegisteredStatus {
  // A later event without funds keeps what the execution has said before.
  const fundsAvailable = event.type === 'PaymentProgressed' ? event.data.fundsAvailable : undefined;
  const paymentId = streams.payment.idOf(stream);
  return defined({ paymentId, version, status: paymentStatusAfter(event), fundsAvailable });
}
