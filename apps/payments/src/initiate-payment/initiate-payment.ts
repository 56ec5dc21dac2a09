import type { PaymentCommands, PaymentReceipt } from '@nordgate/contracts/commands';
import type { PaymentEvent } from '@nordgate/contracts/events';
import { defined, nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { Payment } from '../domain/payment.js';

export type InitiatePayment = CommandOf<PaymentCommands, 'InitiatePayment'>;

/**
 * Receives a TPP's instruction. The stream id is derived from TPP, route and X-Request-ID, so a
 * repeat reaches the same payment: the same request changes nothing, another request is CONFLICT.
 */
export function initiatePayment(
  { data, meta }: InitiatePayment,
  payment: Payment,
): Decision<PaymentEvent> {
  if (payment.is === 'none') {
    return [{ type: 'PaymentInitiated', data: { ...data, acceptedAt: meta.at } }];
  }
  return payment.fingerprint === data.fingerprint ? nothing : refuse('CONFLICT');
}

/**
 * The receipt of an initiation: the status now, and the request that made this payment. Throws an Error
 * for a payment that does not exist, which no accepted initiation leaves.
 */
export function paymentReceipt(payment: Payment): PaymentReceipt {
  if (payment.is === 'none') throw new Error('a payment that does not exist has no receipt');
  const { status: transactionStatus, acceptedAt, fingerprint, exemption } = payment;
  const isExempt = exemption === undefined ? undefined : (true as const);
  return defined({ transactionStatus, fingerprint, isExempt, acceptedAt });
}
