import type { PaymentStatus } from './transaction-status.js';

/** Where a payment stands: its status, and what is known of the funds. */
export interface PaymentStanding {
  readonly status: PaymentStatus;
  readonly fundsAvailable?: boolean;
}

/** Whether nothing can happen to it any more. Lack of funds shows as ACCP, and is an end too. */
export function isEndedPayment({ status, fundsAvailable }: PaymentStanding): boolean {
  const isRefusedForFunds = status === 'ACCP' && fundsAvailable === false;
  return isRefusedForFunds || status === 'ACSC' || status === 'RJCT' || status === 'CANC';
}
