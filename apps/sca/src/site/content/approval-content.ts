import type {
  ActingContext,
  ApprovablePayment,
  ViewableAccount,
  ViewableCardAccount,
} from '@nordgate/contracts/queries';
import type {
  ApprovedPayment,
  AuthorisationFailure,
  AuthorisedResource,
  Signers,
} from '@nordgate/contracts/events';
import { isCancellable } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { Challenge } from '../../authorisation/authorisation.js';
import { paymentIdsOf } from '../../authorisation/same-challenge.js';
import { canDebit, canPayFrom } from './acting-context.js';
import { idsOf } from './picked-accounts.js';
import { pendingOutcomeOfSigned, signersOf, waitingOf } from './second-signature.js';
import type { PendingOutcome } from './second-signature.js';

/** A payment on the approval page, and what approving means for it. */
export interface ShownPayment {
  readonly view: ApprovablePayment;
  readonly will: PendingOutcome;
}

/** What the PSU sees, and what the proof approves. */
export interface ApprovalContent {
  readonly context: ActingContext;
  readonly payments: readonly ShownPayment[];
  readonly approves: readonly ApprovedPayment[];
  /** Payments whose account the PSU may not debit in this context: approving declines them. */
  readonly declined: readonly string[];
  /** How many signatures an approved payment needs. */
  readonly signers: Signers;
  /** The customer who signed first; undefined when this is the first signature. */
  readonly firstSigner?: string;
  /** The accounts that the PSU picked, once that is done. */
  readonly accounts?: readonly ViewableAccount[];
  /** The card accounts that the PSU picked with them. */
  readonly cardAccounts?: readonly ViewableCardAccount[];
}

/**
 * The content of the page in a context. A member of a basket that was settled meanwhile stays as it
 * is: a basket is not atomic (specification 2.1). A payment that this customer signed already waits
 * for another signer. Undefined when a payment is missing.
 */
export function approvalContent(
  resource: AuthorisedResource,
  views: readonly ApprovablePayment[],
  context: ActingContext,
  customerId: string,
): ApprovalContent | undefined {
  const byId = new Map(views.map((view) => [view.paymentId, view]));
  const payments: ShownPayment[] = [];
  for (const paymentId of paymentIdsOf(resource)) {
    const view = byId.get(paymentId);
    if (view === undefined) return undefined;
    payments.push({ view, will: pendingOutcomeOf(resource, view, { context, customerId }) });
  }
  const those = (will: ShownPayment['will']) =>
    payments.filter((payment) => payment.will === will).map(({ view }) => view);
  const approved = those('be-approved');
  const first = approved.find(({ transactionStatus }) => transactionStatus === 'PDNG')?.signedBy;
  return {
    context,
    payments,
    // One person alone decides on a cancellation or an access.
    signers: isPaying(resource) ? signersOf(approved, context) : 1,
    ...defined({ firstSigner: first?.customerId }),
    approves: approved.map(({ paymentId, hash }) => ({ paymentId, hash })),
    declined: those('be-declined').map(({ paymentId }) => paymentId),
  };
}

function isPaying({ kind }: AuthorisedResource): boolean {
  return kind === 'payment' || kind === 'basket';
}

/** The payments that the proof approves. */
export function approvedOf({
  payments,
}: Pick<ApprovalContent, 'payments'>): readonly ApprovablePayment[] {
  return payments.filter(({ will }) => will === 'be-approved').map(({ view }) => view);
}

/**
 * Whether there is anything to decide. There always is for access. A payment with a first signature
 * is declined only together with a payment that this PSU approves.
 */
export function isDecidable(resource: AuthorisedResource, content: ApprovalContent): boolean {
  if (resource.kind === 'access') return true;
  return content.payments.some(({ view, will }) =>
    will === 'be-declined' ? view.transactionStatus === 'RCVD' : will === 'be-approved',
  );
}

/** Whether the PSU can approve something of the content. An access without payments can be approved. */
export function isApprovable(
  { kind }: AuthorisedResource,
  { approves }: Pick<ApprovalContent, 'approves'>,
): boolean {
  return kind === 'access' || approves.length > 0;
}

/** Why there is nothing to decide on a page with these payments. */
export function whyUndecidable(payments: readonly ShownPayment[]): AuthorisationFailure {
  if (payments.some(({ will }) => will === 'wait-for-another')) return 'signed-already';
  // A payment waits for a signer, but not for this PSU in this context.
  return waitingOf(payments.map(({ view }) => view)).length > 0
    ? 'other-customer'
    : 'not-approvable';
}

/** What a challenge is bound to. */
type ChallengedContent = Pick<
  ApprovalContent,
  'approves' | 'context' | 'accounts' | 'cardAccounts'
>;

/** The challenge for the content of a page, to be answered by this method. */
export function challengeOf(
  { method, nonce }: Pick<Challenge, 'method' | 'nonce'>,
  { approves, context, accounts, cardAccounts }: ChallengedContent,
): Challenge {
  const ids = accounts && idsOf({ accounts, cardAccounts });
  return defined({
    method,
    nonce,
    context: context.context,
    corporateId: context.corporateId,
    approves,
    accounts: ids?.accounts,
    cardAccounts: ids?.cardAccounts.length === 0 ? undefined : ids?.cardAccounts,
  });
}

function pendingOutcomeOf(
  { kind }: AuthorisedResource,
  view: ApprovablePayment,
  { context, customerId }: { readonly context: ActingContext; readonly customerId: string },
): PendingOutcome {
  if (kind === 'cancellation') {
    const { transactionStatus: status, fundsAvailable, isClaimed } = view;
    return isCancellable(defined({ status, fundsAvailable, isClaimed })) && canDebit(context, view)
      ? 'be-approved'
      : 'stay-as-it-is';
  }
  const isDebitable = canPayFrom(context, view);
  if (view.transactionStatus === 'PDNG') {
    const { corporateId } = context;
    const isInBasket = kind === 'basket';
    return pendingOutcomeOfSigned(view, { corporateId, customerId, isDebitable, isInBasket });
  }
  if (view.transactionStatus !== 'RCVD') return 'stay-as-it-is';
  return isDebitable ? 'be-approved' : 'be-declined';
}
