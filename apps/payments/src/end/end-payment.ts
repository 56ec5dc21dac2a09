import type { PaymentCommands } from '@nordgate/contracts/commands';
import type { PaymentEvent, RejectionReason } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { defined, nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import { isRefused } from '../domain/parts.js';
import type { PartStanding } from '../domain/parts.js';
import type { KnownPayment, Payment } from '../domain/payment.js';
import { statusAfter } from '../domain/status-table.js';

export type RejectPayment = CommandOf<PaymentCommands, 'RejectPayment'>;

/** Before the approval a payment is declined; afterwards its execution fails. */
const actFor: { readonly [Reason in RejectionReason]: 'decline' | 'toRJCT' } = {
  'refused-by-psu': 'decline',
  'account-not-debitable': 'decline',
  'not-approved-in-time': 'decline',
  'debtor-unknown': 'decline',
  'not-executable': 'toRJCT',
  'product-not-offered': 'toRJCT',
  'amount-above-limit': 'toRJCT',
  'creditor-address-incomplete': 'toRJCT',
  'debtor-account-closed': 'toRJCT',
  'creditor-account-unknown': 'toRJCT',
  'not-convertible': 'toRJCT',
  'refused-by-bank': 'toRJCT',
};

/** Ends a payment with the reason, RJCT: before its approval, or where it cannot be executed. */
export function rejectPayment(
  { data, meta }: RejectPayment,
  payment: Payment,
): Decision<PaymentEvent> {
  if (payment.is === 'none') return refuse('RESOURCE_UNKNOWN');
  if (payment.status === 'RJCT') return nothing;
  if (statusAfter(actFor[data.reason], payment) === undefined) return refuse('CONFLICT');
  if (endsSignature(data, payment) || payment.parts?.some(isPastRejection)) {
    return refuse('CONFLICT');
  }
  return [{ type: 'PaymentRejected', data: { ...data, at: meta.at } }];
}

/** A sub-payment that was executed, or soon is, cannot end with its bulk. */
function isPastRejection(part: PartStanding): boolean {
  return !isRefused(part) && statusAfter('toRJCT', part) === undefined;
}

/** A signer who may not debit the account cannot end a first signature; a basket can end its members. */
function endsSignature(
  { by, reason }: RejectPayment['data'],
  { signedBy }: Pick<KnownPayment, 'signedBy'>,
): boolean {
  return signedBy !== undefined && reason === 'account-not-debitable' && !streams.basket.has(by);
}

export type CancelPayment = CommandOf<PaymentCommands, 'CancelPayment'>;

/**
 * Cancels a payment: CANC. A TPP alone can cancel before the approval only; afterwards the PSU must
 * approve the cancellation, or another channel of the bank cancels (rulings on payments).
 */
export function cancelPayment(
  { data, meta }: CancelPayment,
  payment: Payment,
): Decision<PaymentEvent> {
  if (payment.is === 'none') return refuse('RESOURCE_UNKNOWN');
  if (payment.status === 'CANC') return nothing;
  const isTooLate = data.onlyUnapproved && payment.status !== 'RCVD';
  const isClaimed = payment.claimedBy !== undefined;
  if (isClaimed || isTooLate || statusAfter('cancel', payment) === undefined)
    return refuse('CONFLICT');
  const { by, request } = data;
  return [{ type: 'PaymentCancelled', data: defined({ by, request, at: meta.at }) }];
}
