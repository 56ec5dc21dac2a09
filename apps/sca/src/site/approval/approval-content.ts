import type {
  ActingContext,
  ApprovedPayment,
  AuthorisedResource,
  PaymentStatus,
  PaymentView,
  ViewableAccount,
} from '@nordgate/contracts';
import { debtorBban } from './debtor-bban.js';

/** A payment on the approval page, and what approving means for it. */
export interface ShownPayment {
  readonly view: PaymentView;
  readonly will: 'be-approved' | 'be-declined' | 'stay-as-it-is';
}

/** What the PSU sees, and what the code approves. */
export interface ApprovalContent {
  readonly context: ActingContext;
  readonly payments: readonly ShownPayment[];
  readonly approves: readonly ApprovedPayment[];
  /** Payments whose account may not be debited in this context: approving declines them. */
  readonly declined: readonly string[];
  /** The accounts that the PSU has picked, once that is done. */
  readonly accounts?: readonly ViewableAccount[];
}

/** The payments that an authorisation is about, in the order of the basket. */
export function paymentIdsOf(resource: AuthorisedResource): readonly string[] {
  switch (resource.kind) {
    case 'payment':
    case 'cancellation':
      return [resource.paymentId];
    case 'basket':
      return resource.paymentIds;
    case 'access':
      return [];
  }
}

/**
 * Puts together what is shown in a context. A member that somebody has settled meanwhile stays as it
 * is: a basket is not atomic (specification 2.1). Undefined when a payment is missing.
 */
export function approvalContent(
  resource: AuthorisedResource,
  views: readonly PaymentView[],
  context: ActingContext,
): ApprovalContent | undefined {
  const byId = new Map(views.map((view) => [view.paymentId, view]));
  const payments: ShownPayment[] = [];
  for (const paymentId of paymentIdsOf(resource)) {
    const view = byId.get(paymentId);
    if (view === undefined) return undefined;
    payments.push({ view, will: fateOf(resource, view, context) });
  }
  const those = (will: ShownPayment['will']) =>
    payments.filter((payment) => payment.will === will).map(({ view }) => view);
  return {
    context,
    payments,
    approves: those('be-approved').map(({ paymentId, hash }) => ({ paymentId, hash })),
    declined: those('be-declined').map(({ paymentId }) => paymentId),
  };
}

/** Whether there is anything to decide; access always is. */
export function isDecidable(resource: AuthorisedResource, content: ApprovalContent): boolean {
  if (resource.kind === 'access') return true;
  return content.payments.some(({ will }) => will !== 'stay-as-it-is');
}

/** Approved, and not executing yet: what can still be called off (rulings on payments). */
const cancellable: ReadonlySet<PaymentStatus> = new Set(['ACTC', 'ACCP', 'ACWC']);

function fateOf(
  { kind }: AuthorisedResource,
  view: PaymentView,
  { debitable }: ActingContext,
): ShownPayment['will'] {
  const bban = debtorBban(view.instruction.debtorAccount);
  const isDebitable = bban !== undefined && debitable.includes(bban);
  if (kind === 'cancellation') {
    const isOpen = cancellable.has(view.transactionStatus) && view.fundsAvailable !== false;
    return isOpen && isDebitable ? 'be-approved' : 'stay-as-it-is';
  }
  if (view.transactionStatus !== 'RCVD') return 'stay-as-it-is';
  return isDebitable ? 'be-approved' : 'be-declined';
}
