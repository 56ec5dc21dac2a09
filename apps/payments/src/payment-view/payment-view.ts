import type { PaymentView } from '@nordgate/contracts/queries';
import { instructionHash } from '../domain/instruction-hash.js';
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

/** The same for the bank's own site, which asks for no TPP. */
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
    ...firstSignatureOf(payment),
    ...(authorisedBy === undefined ? {} : { authorisedBy }),
    ...(fundsAvailable === undefined ? {} : { fundsAvailable }),
    ...(cancelledBy === undefined ? {} : { cancelledBy }),
    ...(debtor === undefined ? {} : { debtor }),
    ...(exemption === undefined ? {} : { isExempt: true }),
    ...(rejection === undefined ? {} : { rejection }),
  };
}

function firstSignatureOf({ signedBy }: KnownPayment): Pick<PaymentView, 'signedBy'> {
  if (signedBy === undefined) return {};
  const { customerId, corporateId } = signedBy;
  return { signedBy: { customerId, ...(corporateId === undefined ? {} : { corporateId }) } };
}
