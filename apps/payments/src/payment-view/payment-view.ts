import type { PaymentView } from '@nordgate/contracts';
import { instructionHash } from '../domain/instruction-hash.js';
import type { Payment } from '../domain/payment.js';

/** A row of the inline view as other services see the payment; null for another TPP's. */
export function paymentViewOf(
  paymentId: string,
  version: number,
  payment: Payment,
  tpp: string,
): PaymentView | null {
  if (payment.is === 'none' || payment.initiator.tpp !== tpp) return null;
  const { status, authorisation, cancelledBy, debtor, exemption, fundsAvailable, rejection } =
    payment;
  return {
    paymentId,
    version,
    service: payment.service,
    product: payment.product,
    initiator: payment.initiator,
    fingerprint: payment.fingerprint,
    instruction: payment.instruction,
    transactionStatus: status,
    authorisationId: authorisation.id,
    hash: instructionHash(payment.instruction),
    ...(fundsAvailable === undefined ? {} : { fundsAvailable }),
    ...(cancelledBy === undefined ? {} : { cancelledBy }),
    ...(debtor === undefined ? {} : { debtor }),
    ...(exemption === undefined ? {} : { isExempt: true }),
    ...(rejection === undefined ? {} : { rejection }),
  };
}
