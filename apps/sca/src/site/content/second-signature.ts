import type { ActingContext, ApprovablePayment } from '@nordgate/contracts/queries';
import type { Signers } from '@nordgate/contracts/events';

/** What approving a page means for one of its payments. */
export type PendingOutcome = 'be-approved' | 'be-declined' | 'stay-as-it-is' | 'wait-for-another';

/** The payments that wait for a second signature. */
export function waitingOf(views: readonly ApprovablePayment[]): readonly ApprovablePayment[] {
  return views.filter(({ transactionStatus }) => transactionStatus === 'PDNG');
}

/**
 * The contexts in which these payments can be signed. After a first signature, only the agreement of
 * that signature.
 */
export function signableContexts(
  contexts: readonly ActingContext[],
  views: readonly ApprovablePayment[],
): readonly ActingContext[] {
  const agreements = waitingOf(views).flatMap(({ signedBy }) => signedBy?.corporateId ?? []);
  if (agreements.length === 0) return contexts;
  return contexts.filter(({ corporateId = '' }) => agreements.includes(corporateId));
}

/** The PSU who opens a payment with a first signature, and their context. */
interface SecondSigner {
  readonly customerId: string;
  readonly corporateId: string | undefined;
  readonly isDebitable: boolean;
  readonly isInBasket: boolean;
}

/**
 * What approving means for a payment with a first signature. The second signature settles a basket,
 * so a member that this PSU may not debit is declined with it: nobody could sign the member later.
 */
export function pendingOutcomeOfSigned(
  { signedBy: first }: Pick<ApprovablePayment, 'signedBy'>,
  { corporateId, customerId, isDebitable, isInBasket }: SecondSigner,
): PendingOutcome {
  if (first?.customerId === customerId) return 'wait-for-another';
  const isSameAgreement = first?.corporateId === undefined || first.corporateId === corporateId;
  if (!isSameAgreement) return 'stay-as-it-is';
  if (isDebitable) return 'be-approved';
  return isInBasket ? 'be-declined' : 'stay-as-it-is';
}

/**
 * How many signatures the approved payments need: two after a first signature, whatever the agreement
 * says by now, otherwise as many as the agreement says. Declining needs one.
 */
export function signersOf(
  approved: readonly ApprovablePayment[],
  { signers = 1 }: ActingContext,
): Signers {
  if (approved.length === 0) return 1;
  return waitingOf(approved).length > 0 ? 2 : signers;
}
