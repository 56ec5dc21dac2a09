import type { PaymentApproval } from '@nordgate/contracts/commands';
import type { KnownPayment } from './payment.js';

/**
 * Whether an approval can come after the first of two signatures: it is somebody else's, under the
 * same agreement. Before the first signature anybody's can.
 */
export function canFollowFirst(
  { signedBy: first }: Pick<KnownPayment, 'signedBy'>,
  { customerId, corporateId }: Pick<PaymentApproval, 'customerId' | 'corporateId'>,
): boolean {
  if (first === undefined) return true;
  const isSameAgreement = first.corporateId === undefined || first.corporateId === corporateId;
  return isSameAgreement && first.customerId !== customerId;
}
