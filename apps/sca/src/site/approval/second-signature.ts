import type { ActingContext, PaymentView } from '@nordgate/contracts/queries';
import type { AuthorisationFailure, Signers } from '@nordgate/contracts/events';
import type { ShownPayment } from './approval-content.js';

/** The payments of a page that wait for a second signature. */
function waitingOf(views: readonly PaymentView[]): readonly PaymentView[] {
  return views.filter(({ transactionStatus }) => transactionStatus === 'PDNG');
}

/**
 * The contexts in which a page's payments can be signed: once somebody has signed first, only the
 * agreement under which that was done.
 */
export function signableContexts(
  contexts: readonly ActingContext[],
  views: readonly PaymentView[],
): readonly ActingContext[] {
  const agreements = waitingOf(views).flatMap(({ signedBy }) => signedBy?.corporateId ?? []);
  if (agreements.length === 0) return contexts;
  return contexts.filter(({ corporateId = '' }) => agreements.includes(corporateId));
}

/** Who looks at a payment that somebody has signed first, and where. */
interface Looking {
  readonly customerId: string;
  readonly corporateId: string | undefined;
  readonly isDebitable: boolean;
  readonly isInBasket: boolean;
}

/**
 * What approving means for a payment that somebody has signed first. A basket is settled by its second
 * signature, so a member that this PSU may not debit is declined with it: nobody could sign it later.
 */
export function fateOfWaiting(
  { signedBy: first }: Pick<PaymentView, 'signedBy'>,
  { corporateId, customerId, isDebitable, isInBasket }: Looking,
): ShownPayment['will'] {
  if (first?.customerId === customerId) return 'wait-for-another';
  const isSameAgreement = first?.corporateId === undefined || first.corporateId === corporateId;
  if (!isSameAgreement) return 'stay-as-it-is';
  if (isDebitable) return 'be-approved';
  return isInBasket ? 'be-declined' : 'stay-as-it-is';
}

/**
 * How many have to sign what is approved: as many as the agreement says right now, and two where
 * somebody has signed first, whatever the agreement says by now. Declining needs nobody else.
 */
export function signersOf(
  approved: readonly PaymentView[],
  { signers = 1 }: ActingContext,
): Signers {
  if (approved.length === 0) return 1;
  return waitingOf(approved).length > 0 ? 2 : signers;
}

/** Why there is nothing to decide on a page with these payments. */
export function whyUndecidable(payments: readonly ShownPayment[]): AuthorisationFailure {
  if (payments.some(({ will }) => will === 'wait-for-another')) return 'signed-already';
  // It waits for somebody, but not for this PSU in this role.
  return waitingOf(payments.map(({ view }) => view)).length > 0
    ? 'other-customer'
    : 'not-approvable';
}

/** Whether a payment still waits for this customer's decision, as far as anybody can see. */
export function waitsFor(
  { transactionStatus, signedBy }: PaymentView,
  customerId: string | undefined,
): boolean {
  if (transactionStatus === 'RCVD') return true;
  return transactionStatus === 'PDNG' && signedBy?.customerId !== customerId;
}
