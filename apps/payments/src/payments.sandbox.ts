import type { PaymentCommands } from '@nordgate/contracts/commands';
import type { PaymentEvent } from '@nordgate/contracts/events';
import { isOtherChannel, isReusedBy } from '@nordgate/contracts/rules';
import { on, refuse } from '@nordgate/decider';
import type { Decision, DeciderTable } from '@nordgate/decider';
import type { Payment } from './domain/payment.js';
import { paymentStream } from './domain/payment.js';
import { cancelPayment } from './end/end-payment.js';
import { changePayment } from './initiate/change-payment.js';
import type { ChangePayment } from './initiate/change-payment.js';

/**
 * The deciders of a sandbox: its gateway may send what another channel of the bank does to a payment, in the name of a
 * request of the TPP. Production takes both commands from the operator alone, and parks such a message.
 */
export function withOtherChannels(
  bank: DeciderTable<PaymentCommands>,
): DeciderTable<PaymentCommands> {
  return {
    ...bank,
    ChangePayment: on(paymentStream, changeOnce, {
      isInternal: ({ data: { by } }) => !isOtherChannel(by),
    }),
    CancelPayment: on(paymentStream, cancelPayment, {
      isInternal: ({ data: { by, onlyUnapproved } }) => !onlyUnapproved && !isOtherChannel(by),
    }),
  };
}

/** Refuses an X-Request-ID that came with another change: the path names the header. */
export function changeOnce(command: ChangePayment, payment: Payment): Decision<PaymentEvent> {
  const known = payment.is === 'none' ? [] : (payment.changedBy ?? []);
  const isReused = known.some((one) => isReusedBy(command.data.by, one));
  return isReused ? refuse('CONFLICT', { path: 'X-Request-ID' }) : changePayment(command, payment);
}
