import type { PaymentApproval } from '@nordgate/contracts/commands';
import { handles } from '@nordgate/contracts/events';
import type {
  ApprovedPayment,
  AuthorisationRefused,
  Handled,
  Signers,
  BasketApproved,
  BasketSigned,
} from '@nordgate/contracts/events';
import { proofOf, streams } from '@nordgate/contracts/rules';
import type { Approval, CheckApproval } from '@nordgate/contracts/rules';
import { commandFrom, defined, noReaction, UntrustedEventError } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import type { AuthorisePayment, SignPayment } from './approve-payment.js';
import type { CancelPayment, RejectPayment } from '../end/end-payment.js';

/** What a PSU decides on an approval page. */
export const authorisationEvents = handles('sca.events.v1', [
  'AuthorisationFinalised',
  'AuthorisationRefused',
]);

/**
 * A PSU's act on the approval page of one payment, carried to that payment. An approval counts only with
 * the seal of sca, so it throws what `check` throws. A refusal needs no seal: it moves no money.
 */
export function settleAuthorisation(
  received: ReceivedEvent<Handled<typeof authorisationEvents>>,
  check: CheckApproval,
): Reaction {
  const { event } = received;
  if (event.type === 'AuthorisationFinalised' && event.data.resource.kind === 'payment') {
    check(received.stream, event.data);
    const approver = { ...event.data, ...approvalHash(received.stream, event.data) };
    return carried(received, event.data, approver);
  }
  if (event.type === 'AuthorisationFinalised' && event.data.resource.kind === 'cancellation') {
    check(received.stream, event.data);
    return {
      commands: event.data.approved.map(({ paymentId }) => cancellation(received, paymentId)),
    };
  }
  if (event.type === 'AuthorisationRefused' && event.data.resource.kind === 'payment') {
    const { reason, resource } = event.data;
    return { commands: [rejection(received, resource.paymentId, reasonOf(reason))] };
  }
  return noReaction;
}

/** Who approved, and how many signatures their agreement requires. */
interface Approver extends Pick<
  PaymentApproval,
  'customerId' | 'corporateId' | 'debtor' | 'approval'
> {
  readonly signers?: Signers;
}

/** By what the payment refers to the sealed approval; nothing for one without a seal. */
function approvalHash(
  stream: string,
  sealed: Approval | undefined,
): Pick<PaymentApproval, 'approval'> {
  return sealed?.seal === undefined ? {} : { approval: proofOf(stream, sealed).hash };
}

/** What a PSU decided, carried to each payment: the approved ones, and those whose account cannot be debited. */
function carried(
  received: ReceivedEvent,
  { approved, declined }: Pick<Approval, 'approved' | 'declined'>,
  approver: Approver,
): Reaction {
  return {
    commands: [
      ...approved.map((one) => approval(received, one, approver)),
      ...declined.map((paymentId) => rejection(received, paymentId, 'account-not-debitable')),
    ],
  };
}

/** The command that carries a PSU's approval to a payment: a signature where two must sign. */
function approval(
  received: ReceivedEvent,
  { paymentId, hash }: ApprovedPayment,
  { customerId, corporateId, debtor, signers, approval: proof }: Approver,
): AuthorisePayment | SignPayment {
  return commandFrom<'AuthorisePayment' | 'SignPayment', PaymentApproval>(received, {
    type: signers === 2 ? 'SignPayment' : 'AuthorisePayment',
    stream: streams.payment.id(paymentId),
    data: defined({ by: received.stream, customerId, corporateId, debtor, hash, approval: proof }),
  });
}

/** The PSU approved the cancellation of an approved payment. */
function cancellation(received: ReceivedEvent, paymentId: string): CancelPayment {
  return commandFrom<CancelPayment['type'], CancelPayment['data']>(received, {
    type: 'CancelPayment',
    stream: streams.payment.id(paymentId),
    data: { by: received.stream, onlyUnapproved: false },
  });
}

/** Why a payment is RJCT that its PSU did not approve. */
function reasonOf(reason: AuthorisationRefused['data']['reason']): RejectPayment['data']['reason'] {
  return reason === 'not-debitable' ? 'account-not-debitable' : 'refused-by-psu';
}

/** The command that ends a payment because of this event. */
function rejection(
  received: ReceivedEvent,
  paymentId: string,
  reason: RejectPayment['data']['reason'],
): RejectPayment {
  return commandFrom<RejectPayment['type'], RejectPayment['data']>(received, {
    type: 'RejectPayment',
    stream: streams.payment.id(paymentId),
    data: { by: received.stream, code: 'PAYMENT_FAILED', reason },
  });
}

/** What a PSU decides on a basket. */
export const basketEvents = handles('baskets.events.v1', [
  'BasketSigned',
  'BasketApproved',
  'BasketRejected',
]);

/**
 * A PSU's act on a basket, carried to each member on its own: a basket is not atomic (section 2.1). What
 * the PSU approved is taken from the approval that sca has sealed. Throws what `check` throws, and
 * UntrustedEventError for the approval of another basket.
 */
export function settleBasket(
  received: ReceivedEvent<Handled<typeof basketEvents>>,
  check: CheckApproval,
): Reaction {
  const { event } = received;
  if (event.type === 'BasketApproved' || event.type === 'BasketSigned') {
    const approver = approverOf(received, event, check);
    return carried(received, approver, approver);
  }
  const { members, reason } = event.data;
  return { commands: members.map((id) => rejection(received, id, reasonOf(reason))) };
}

/** Who approved what. Only the basket knows whether a signature is the second of two. */
function approverOf(
  { stream }: ReceivedEvent,
  { data, type }: BasketApproved | BasketSigned,
  check: CheckApproval,
) {
  const { by, sealedApproval } = data;
  check(by, sealedApproval);
  const { resource } = sealedApproval ?? {};
  const isOther =
    resource !== undefined &&
    (resource.kind !== 'basket' || streams.basket.id(resource.basketId) !== stream);
  if (isOther) throw new UntrustedEventError(`the approval ${by} is not for ${stream}`);
  const ofTwo = type === 'BasketSigned' || data.signers === 2 || sealedApproval?.signers === 2;
  const signers = ofTwo ? (2 as const) : (1 as const);
  return { ...(sealedApproval ?? data), signers, ...approvalHash(by, sealedApproval) };
}
