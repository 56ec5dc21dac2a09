import type { ActingContext, PaymentView, ViewableAccount } from '@nordgate/contracts/queries';
import type { ApprovedPayment, AuthorisedResource, Signers } from '@nordgate/contracts/events';
import { bbanOf, isCancellable } from '@nordgate/contracts/rules';
import { fateOfWaiting, signersOf } from './second-signature.js';

/** A payment on the approval page, and what approving means for it. */
export interface ShownPayment {
  readonly view: PaymentView;
  readonly will: 'be-approved' | 'be-declined' | 'stay-as-it-is' | 'wait-for-another';
}

/** What the PSU sees, and what the code approves. */
export interface ApprovalContent {
  readonly context: ActingContext;
  readonly payments: readonly ShownPayment[];
  readonly approves: readonly ApprovedPayment[];
  /** Payments whose account may not be debited in this context: approving declines them. */
  readonly declined: readonly string[];
  /** How many have to sign what is approved. */
  readonly signers: Signers;
  /** The customer who has signed it first; undefined where this is the first signature. */
  readonly firstSigner?: string;
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
 * is: a basket is not atomic (specification 2.1). What this customer has signed already waits for
 * somebody else. Undefined when a payment is missing.
 */
export function approvalContent(
  resource: AuthorisedResource,
  views: readonly PaymentView[],
  context: ActingContext,
  customerId: string,
): ApprovalContent | undefined {
  const byId = new Map(views.map((view) => [view.paymentId, view]));
  const payments: ShownPayment[] = [];
  for (const paymentId of paymentIdsOf(resource)) {
    const view = byId.get(paymentId);
    if (view === undefined) return undefined;
    payments.push({ view, will: fateOf(resource, view, { context, customerId }) });
  }
  const those = (will: ShownPayment['will']) =>
    payments.filter((payment) => payment.will === will).map(({ view }) => view);
  const approved = those('be-approved');
  const first = approved.find(({ transactionStatus }) => transactionStatus === 'PDNG')?.signedBy;
  return {
    context,
    payments,
    // Calling off and access are one person's decision.
    signers: isPaying(resource) ? signersOf(approved, context) : 1,
    ...(first === undefined ? {} : { firstSigner: first.customerId }),
    approves: approved.map(({ paymentId, hash }) => ({ paymentId, hash })),
    declined: those('be-declined').map(({ paymentId }) => paymentId),
  };
}

function isPaying({ kind }: AuthorisedResource): boolean {
  return kind === 'payment' || kind === 'basket';
}

/**
 * Whether there is anything to decide; access always is. What somebody has signed first is not declined
 * alone: this PSU has to approve something with it.
 */
export function isDecidable(resource: AuthorisedResource, content: ApprovalContent): boolean {
  if (resource.kind === 'access') return true;
  return content.payments.some(({ view, will }) =>
    will === 'be-declined' ? view.transactionStatus === 'RCVD' : will === 'be-approved',
  );
}

function fateOf(
  { kind }: AuthorisedResource,
  view: PaymentView,
  { context, customerId }: { readonly context: ActingContext; readonly customerId: string },
): ShownPayment['will'] {
  const bban = bbanOf(view.instruction.debtorAccount);
  const isDebitable = bban !== undefined && context.debitable.includes(bban);
  if (kind === 'cancellation') {
    const { transactionStatus: status, fundsAvailable } = view;
    return isCancellable({ status, fundsAvailable }) && isDebitable
      ? 'be-approved'
      : 'stay-as-it-is';
  }
  if (view.transactionStatus === 'PDNG') {
    const { corporateId } = context;
    const isInBasket = kind === 'basket';
    return fateOfWaiting(view, { corporateId, customerId, isDebitable, isInBasket });
  }
  if (view.transactionStatus !== 'RCVD') return 'stay-as-it-is';
  return isDebitable ? 'be-approved' : 'be-declined';
}
