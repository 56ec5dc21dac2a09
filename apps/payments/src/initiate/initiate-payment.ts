import type { PaymentCommands, PaymentReceipt } from '@nordgate/contracts/commands';
import type { PaymentEvent, PaymentInitiated, ScaExemption } from '@nordgate/contracts/events';
import { defined, nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { Payment } from '../domain/payment.js';

export type InitiatePayment = CommandOf<PaymentCommands, 'InitiatePayment'>;

/** What both commands that initiate a payment have. */
type Initiating = Pick<InitiatePayment, 'data' | 'meta'>;

/**
 * Receives a TPP's instruction. The stream id is derived from TPP, route and X-Request-ID, so a
 * repeat reaches the same payment: the same request changes nothing, another request is CONFLICT.
 */
export function initiatePayment(
  command: InitiatePayment,
  payment: Payment,
): Decision<PaymentEvent> {
  return repeatOf(command, payment) ?? [initiatedBy(command)];
}

/** The decision where the payment exists; undefined where it does not. */
export function repeatOf(
  { data }: Initiating,
  payment: Payment,
): Decision<PaymentEvent> | undefined {
  if (payment.is === 'none') return undefined;
  return payment.fingerprint === data.fingerprint ? nothing : refuse('CONFLICT');
}

/**
 * The first event of a payment. It names its members, because an older gateway puts an exemption into
 * InitiatePayment that nobody has counted: such a payment needs SCA.
 */
export function initiatedBy(
  { data, meta }: Initiating,
  exemption?: ScaExemption,
): PaymentInitiated {
  const { service, product, initiator, fingerprint, instruction, authorisation } = data;
  const { structuredAddresses, price, soleReferences } = data;
  return {
    type: 'PaymentInitiated',
    data: {
      ...{ service, product, initiator, fingerprint, instruction, authorisation },
      acceptedAt: meta.at,
      ...defined({ exemption, structuredAddresses, price, soleReferences }),
    },
  };
}

/**
 * The receipt of an initiation: the status now, and the request that made this payment. Throws an Error
 * for a payment that does not exist, which no accepted initiation leaves.
 */
export function paymentReceipt(payment: Payment): PaymentReceipt {
  if (payment.is === 'none') throw new Error('a payment that does not exist has no receipt');
  const { status: transactionStatus, acceptedAt, fingerprint, exemption, price } = payment;
  const isExempt = exemption === undefined ? undefined : (true as const);
  return defined({ transactionStatus, fingerprint, isExempt, acceptedAt, price });
}
