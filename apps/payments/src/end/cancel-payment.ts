import type { PaymentCommands } from '@nordgate/contracts/commands';
import type { PaymentEvent } from '@nordgate/contracts/events';
import { defined, nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { Payment } from '../domain/payment.js';
import { statusAfter } from '../domain/status-table.js';

export type CancelPayment = CommandOf<PaymentCommands, 'CancelPayment'>;

/**
 * Cancels a payment: CANC. A TPP alone can cancel before the approval only; afterwards the PSU must
 * approve the cancellation, or another channel of the bank cancels (rulings on payments).
 */
export function cancelPayment(
  { data, meta }: CancelPayment,
  payment: Payment,
): Decision<PaymentEvent> {
  if (payment.is === 'none') return refuse('RESOURCE_UNKNOWN');
  if (payment.status === 'CANC') return nothing;
  const isTooLate = data.onlyUnapproved && payment.status !== 'RCVD';
  const isClaimed = payment.claimedBy !== undefined;
  if (isClaimed || isTooLate || statusAfter('cancel', payment) === undefined)
    return refuse('CONFLICT');
  const { by, request } = data;
  return [{ type: 'PaymentCancelled', data: defined({ by, request, at: meta.at }) }];
}
