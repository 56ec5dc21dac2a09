import type { PaymentView } from '@nordgate/contracts/queries';
import { defined } from '@nordgate/decider';
import { instructionHash } from '../domain/approval.js';
import type { KnownPayment, Payment } from '../domain/payment.js';

/** A row of the inline view as other services see the payment; null for another TPP's. */
export function paymentViewOf(
  paymentId: string,
  version: number,
  payment: Payment,
  tpp: string,
): PaymentView | null {
  if (payment.is === 'none' || payment.initiator.tpp !== tpp) return null;
  return viewOf(paymentId, version, payment);
}

/** The same for the bank's own site, whatever the TPP. */
export function viewOf(paymentId: string, version: number, payment: KnownPayment): PaymentView {
  const { status, authorisation, authorisedBy, cancelledBy, debtor, exemption } = payment;
  const { fundsAvailable, rejection } = payment;
  return {
    paymentId,
    version,
    service: payment.service,
    product: payment.product,
    initiator: payment.initiator,
    fingerprint: payment.fingerprint,
    instruction: payment.instruction,
    transactionStatus: status,
    acceptedAt: payment.acceptedAt,
    authorisationId: authorisation.id,
    hash: instructionHash(payment.instruction),
    ...defined({
      signedBy: signerOf(payment),
      authorisedBy,
      fundsAvailable,
      cancelledBy,
      debtor,
      isExempt: exemption === undefined ? undefined : (true as const),
      rejection,
    }),
  };
}

function signerOf({ signedBy }: KnownPayment): PaymentView['signedBy'] {
  if (signedBy === undefined) return undefined;
  const { by, customerId, corporateId } = signedBy;
  return defined({ by, customerId, corporateId });
}
