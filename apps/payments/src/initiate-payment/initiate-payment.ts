import type { PaymentCommandData, PaymentReceipt } from '@nordgate/contracts/commands';
import type { PaymentEvent } from '@nordgate/contracts/events';
import { nothing, refuse } from '@nordgate/decider';
import type { Command, Decision } from '@nordgate/decider';
import type { Payment } from '../domain/payment.js';

export type InitiatePayment = Command<'InitiatePayment', PaymentCommandData['InitiatePayment']>;

/**
 * Receives a TPP's instruction. The stream id is derived from TPP, route and X-Request-ID, so a
 * repeat comes here again: the same request changes nothing, another one under that id is CONFLICT.
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

/** What the gateway is told: the status now, and whose request made this payment. */
export function paymentReceipt(payment: Payment): PaymentReceipt | null {
  if (payment.is === 'none') return null;
  const { status: transactionStatus, acceptedAt, fingerprint, exemption } = payment;
  const isExempt = exemption === undefined ? {} : ({ isExempt: true } as const);
  return { transactionStatus, fingerprint, ...isExempt, acceptedAt };
}
