import type { PaymentCommandData, PaymentEvent } from '@nordgate/contracts';
import { nothing, reject } from '@nordgate/event-store';
import type { Command, Decision } from '@nordgate/event-store';
import type { Payment } from '../domain/payment.js';
import { statusAfter } from '../domain/status-table.js';

export type RejectPayment = Command<'RejectPayment', PaymentCommandData['RejectPayment']>;

/** Ends a payment with the reason, RJCT: before its approval, or where it cannot be executed. */
export function rejectPayment(
  { data, meta }: RejectPayment,
  payment: Payment,
): Decision<PaymentEvent> {
  if (payment.is === 'none') return reject('RESOURCE_UNKNOWN');
  if (payment.status === 'RJCT') return nothing;
  const act = data.reason === 'not-executable' ? 'toRJCT' : 'decline';
  if (statusAfter(act, payment) === undefined) return reject('CONFLICT');
  return [{ type: 'PaymentRejected', data: { ...data, at: meta.at } }];
}
