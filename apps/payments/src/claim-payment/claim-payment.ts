import { nextExecutionDates } from '@nordgate/contracts/calendar';
import type { PaymentCommands } from '@nordgate/contracts/commands';
import { isPeriodic } from '@nordgate/contracts/events';
import type { ClaimedOrder, PaymentEvent } from '@nordgate/contracts/events';
import { defined, nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { KnownPayment, Payment } from '../domain/payment.js';
import { statusAfter } from '../domain/status-table.js';

export type ClaimPayment = CommandOf<PaymentCommands, 'ClaimPayment'>;

/**
 * A run takes the payment, or one occurrence of it, for execution. The payment decides between the run and
 * a cancellation: whichever comes first wins. A repeat changes nothing. Refuses CONFLICT a payment that
 * is not approved, was cancelled or is executing, and FORMAT_ERROR an occurrence that the order does not have.
 */
export function claimPayment(
  { data, meta }: ClaimPayment,
  payment: Payment,
): Decision<PaymentEvent> {
  if (payment.is === 'none') return refuse('RESOURCE_UNKNOWN');
  const { by, day, occurrence, isMoved } = data;
  const claim = { by, order: orderOf(payment), day, at: meta.at };
  if (isPeriodic(payment.instruction)) {
    if (occurrence === undefined) return refuse('FORMAT_ERROR');
    if (payment.occurrences?.some(({ date }) => date === occurrence) === true) return nothing;
    const [date] = nextExecutionDates(payment.instruction, occurrence, 1);
    if (date !== occurrence) return refuse('FORMAT_ERROR');
    if (payment.status !== 'ACTC') return refuse('CONFLICT');
    return [{ type: 'PaymentClaimed', data: { ...claim, status: 'ACTC', occurrence } }];
  }
  if (payment.claimedBy === by) return nothing;
  const status = isMoved === true ? 'ACWC' : 'ACCP';
  const isPossible = payment.status === 'ACTC' && statusAfter(`to${status}`, payment) !== undefined;
  if (!isPossible) return refuse('CONFLICT');
  return [{ type: 'PaymentClaimed', data: { ...claim, status } }];
}

function orderOf({ service, product, initiator, instruction, debtor }: KnownPayment): ClaimedOrder {
  return { service, product, tpp: initiator.tpp, instruction, ...defined({ debtor }) };
}
