import type { BasketView, FirstSigner, ApprovablePayment } from '@nordgate/contracts/queries';
import type { RejectionReason } from '@nordgate/contracts/events';
import { canSignAfter, isCancellable, streams } from '@nordgate/contracts/rules';
import type { Signer } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { Finalised } from '../../authorisation/authorisation.js';

/**
 * What an approval did to its payments: at least one took it; none took it, because the bank rejected
 * one, or because all were changed, cancelled or decided before; or not known yet. A later event changes
 * only `pending`, so a link that is followed again leads to the same result.
 */
export type Outcome = 'taken' | 'rejected' | 'conflict' | 'pending';

/** An approval with the views of what it approves. */
export interface ApprovalInEffect {
  /** The stream of the authorisation. */
  readonly stream: string;
  readonly authorisation: Finalised;
  readonly payments: readonly ApprovablePayment[];
  /** The basket, if one was approved. */
  readonly basket?: BasketView | null;
}

/** The outcome of an approval. An access is always taken: it has no payments. */
export function outcomeOf(approval: ApprovalInEffect): Outcome {
  const { authorisation, basket, payments } = approval;
  const { resource } = authorisation;
  switch (resource.kind) {
    case 'access':
      return 'taken';
    case 'cancellation':
      return outcomeOfCancellation(payments[0]);
    case 'payment':
      return outcomeOfPayments(approval, approval.stream);
    case 'basket': {
      const own = basket == null ? 'pending' : outcomeOfBasket(approval, basket);
      return own === 'taken'
        ? outcomeOfPayments(approval, streams.basket.id(resource.basketId))
        : own;
    }
  }
}

function outcomeOfCancellation(view: ApprovablePayment | undefined): Outcome {
  if (view === undefined) return 'pending';
  const { fundsAvailable, isClaimed, transactionStatus: status } = view;
  if (status === 'CANC') return 'taken';
  return isCancellable(defined({ status, fundsAvailable, isClaimed })) ? 'pending' : 'conflict';
}

/** Whether the basket took the approval; its members then decide on their own. */
function outcomeOfBasket(
  { authorisation, stream }: ApprovalInEffect,
  { isOpen, settledBy, signedBy }: BasketView,
): Outcome {
  if (settledBy === stream || isSignedBy(signedBy, stream, authorisation)) return 'taken';
  const canFollow = canSignAfter(signedBy, signerOf(authorisation));
  return isOpen && canFollow ? 'pending' : 'conflict';
}

/** `by` is the stream that carries the approval to the payments: the authorisation's, or the basket's. */
function outcomeOfPayments(approval: ApprovalInEffect, by: string): Outcome {
  const { authorisation, payments } = approval;
  const { approved, declined } = authorisation.outcome;
  const byId = new Map(payments.map((view) => [view.paymentId, view]));
  const outcomes = [
    ...approved.map(({ hash, paymentId }) =>
      outcomeOfPayment(byId.get(paymentId), { authorisation, by, hash }),
    ),
    ...declined.map((paymentId) => outcomeOfDeclined(byId.get(paymentId), authorisation)),
  ];
  const first = (['pending', 'taken', 'rejected'] as const).find((one) => outcomes.includes(one));
  return first ?? 'conflict';
}

function outcomeOfPayment(
  view: ApprovablePayment | undefined,
  {
    authorisation,
    by,
    hash,
  }: { readonly authorisation: Finalised; readonly by: string; readonly hash: string },
): Outcome {
  if (view === undefined) return 'pending';
  if (view.authorisedBy === by || isSignedBy(view.signedBy, by, authorisation)) return 'taken';
  const { transactionStatus: status } = view;
  if (status === 'RCVD' || status === 'PDNG') {
    const canFollow = canSignAfter(view.signedBy, signerOf(authorisation));
    return view.hash === hash && canFollow ? 'pending' : 'conflict';
  }
  return status === 'RJCT' && isRejectedByBank(view) ? 'rejected' : 'conflict';
}

function outcomeOfDeclined(view: ApprovablePayment | undefined, { psu }: Finalised): Outcome {
  return view === undefined || waitsFor(view, psu.customerId) ? 'pending' : 'rejected';
}

const byPeople: ReadonlySet<RejectionReason> = new Set(['refused-by-psu', 'not-approved-in-time']);

function isRejectedByBank({ rejection }: ApprovablePayment): boolean {
  return rejection === undefined || !byPeople.has(rejection.reason);
}

/** A view of an older release does not name the stream: then the customer has to do. */
function isSignedBy(
  signedBy: FirstSigner | undefined,
  stream: string,
  { psu }: Finalised,
): boolean {
  if (signedBy === undefined || signedBy.customerId !== psu.customerId) return false;
  return signedBy.by === undefined || signedBy.by === stream;
}

function signerOf({ outcome, psu }: Finalised): Signer {
  return { customerId: psu.customerId, corporateId: outcome.corporateId };
}

/** Whether a payment still waits for a decision of this customer. */
export function waitsFor(
  { transactionStatus, signedBy }: ApprovablePayment,
  customerId: string | undefined,
): boolean {
  if (transactionStatus === 'RCVD') return true;
  return transactionStatus === 'PDNG' && signedBy?.customerId !== customerId;
}
