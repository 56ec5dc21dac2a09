import type { PaymentCommandData, PaymentEvent } from '@nordgate/contracts';
import { nothing, reject } from '@nordgate/event-store';
import type { Command, Decision } from '@nordgate/event-store';
import type { Payment } from '../domain/payment.js';

export type RejectPayment = Command<'RejectPayment', PaymentCommandData['RejectPayment']>;

/** Ends a payment that is not approved yet: RJCT with the reason. */
export function rejectPayment(
  { data, meta }: RejectPayment,
  payment: Payment,
): Decision<PaymentEvent> {
  if (payment.is === 'none') return reject('RESOURCE_UNKNOWN');
  if (payment.status === 'RJCT') return nothing;
  if (payment.status !== 'RCVD') return reject('CONFLICT');
  return [{ type: 'PaymentRejected', data: { ...data, at: meta.at } }];
}
