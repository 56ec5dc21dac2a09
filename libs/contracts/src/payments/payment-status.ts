import type { PaymentStatus } from '../base/codes/statuses.js';

/** The status of a payment, with the result of the funds check. */
export interface PaymentStanding {
  readonly status: PaymentStatus;
  readonly fundsAvailable?: boolean;
  /** A run has taken it for execution. */
  readonly isClaimed?: boolean;
}

/** Whether a payment has reached its end. Lack of funds shows as ACCP and is an end too. */
export function isEndedPayment({ status, fundsAvailable }: PaymentStanding): boolean {
  const isRefusedForFunds = status === 'ACCP' && fundsAvailable === false;
  return isRefusedForFunds || status === 'ACSC' || status === 'RJCT' || status === 'CANC';
}

/** Statuses between the approval and the execution. */
const approvedStatuses: ReadonlySet<PaymentStatus> = new Set(['ACTC', 'ACCP', 'ACWC']);

/**
 * Whether the PSU can still cancel an approved payment: its execution has not started (specification 3,
 * rule 2). An unapproved payment needs no approval for its cancellation.
 */
export function isCancellable({ status, fundsAvailable, isClaimed }: PaymentStanding): boolean {
  return approvedStatuses.has(status) && fundsAvailable !== false && isClaimed !== true;
}
