import type { ApprovablePayment, PaymentProgress, PaymentView } from '@nordgate/contracts/queries';
import { instructionHash } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { PartStanding } from '../domain/parts.js';
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

/** The view with the hash of what a PSU approves: that of a bulk takes a hash for each sub-payment. */
export function approvable(view: PaymentView): ApprovablePayment {
  return { ...view, hash: instructionHash(view.instruction) };
}

/** The same as `paymentViewOf` for the bank's own site, whatever the TPP. */
export function viewOf(paymentId: string, version: number, payment: KnownPayment): PaymentView {
  const { status, authorisation, authorisedBy, cancelledBy, debtor, exemption } = payment;
  const { price, rejection, soleReferences } = payment;
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
    ...defined({
      signedBy: signerOf(payment),
      authorisedBy,
      fundsAvailable: fundsOf(payment),
      parts: payment.parts?.map(progressOf),
      cancelledBy,
      isClaimed: payment.claimedBy === undefined ? undefined : (true as const),
      occurrences: payment.occurrences?.map((one) => ({ date: one.date, ...progressOf(one) })),
      debtor,
      isExempt: exemption === undefined ? undefined : (true as const),
      rejection,
      price,
      soleReferences,
    }),
  };
}

/** Of a bulk whose sub-payments differ, the funds are known when they are alike for all of them. */
function fundsOf({ fundsAvailable, parts }: KnownPayment): boolean | undefined {
  if (parts === undefined) return fundsAvailable;
  const [first, ...others] = parts.map((part) => part.fundsAvailable);
  return others.every((funds) => funds === first) ? first : undefined;
}

function progressOf({ status, fundsAvailable, rejection }: PartStanding): PaymentProgress {
  return { transactionStatus: status, ...defined({ fundsAvailable, rejection }) };
}

function signerOf({ signedBy }: KnownPayment): PaymentView['signedBy'] {
  if (signedBy === undefined) return undefined;
  const { by, customerId, corporateId } = signedBy;
  return defined({ by, customerId, corporateId });
}
