import type { BasketCommandData } from '@nordgate/contracts/commands';
import type { OpenBasket } from './basket.js';

/** A PSU's approval of a basket, alone or as one of two. */
type Approval = BasketCommandData['SignBasket'];

/** Whether an approval is about members only. */
export function isOfMembers(
  { members }: Pick<OpenBasket, 'members'>,
  { approved, declined }: Pick<Approval, 'approved' | 'declined'>,
): boolean {
  const ids = new Set(members.map(({ paymentId }) => paymentId));
  return [...approved.map(({ paymentId }) => paymentId), ...declined].every((id) => ids.has(id));
}

/** Whether it can come after the first signature: somebody else's, under the same agreement. */
export function canFollowFirst(
  { signedBy: first }: Pick<OpenBasket, 'signedBy'>,
  { customerId, corporateId }: Pick<Approval, 'customerId' | 'corporateId'>,
): boolean {
  if (first === undefined) return true;
  const isSameAgreement = first.corporateId === undefined || first.corporateId === corporateId;
  return isSameAgreement && first.customerId !== customerId;
}
