import type { PaymentCommandData } from '@nordgate/contracts/commands';
import type { PaymentEvent } from '@nordgate/contracts/events';
import { nothing, refuse } from '@nordgate/decider';
import type { Command, Decision } from '@nordgate/decider';
import type { Payment } from '../domain/payment.js';
import { statusAfter } from '../domain/status-table.js';

export type CancelPayment = Command<'CancelPayment', PaymentCommandData['CancelPayment']>;

/**
 * Calls a payment off: CANC. A TPP alone can do that before the approval only; afterwards it takes the
 * PSU's approval of the cancellation, or another channel of the bank (rulings on payments).
 */
export function cancelPayment(
  { data, meta }: CancelPayment,
  payment: Payment,
): Decision<PaymentEvent> {
  if (payment.is === 'none') return refuse('RESOURCE_UNKNOWN');
  if (payment.status === 'CANC') return nothing;
  const isTooLate = data.onlyUnapproved && payment.status !== 'RCVD';
  if (isTooLate || statusAfter('cancel', payment) === undefined) return refuse('CONFLICT');
  const { by, request } = data;
  const asked = request === undefined ? {} : { request };
  return [{ type: 'PaymentCancelled', data: { by, ...asked, at: meta.at } }];
}
