/** Values of `x-accept-fix` that this interface knows (specification §9). */
export const ACCEPT_FIXES = [
  'amount-as-string',
  'cardaccount-switch-originalamount-and-transactionamount',
  'longer-names',
  'cash-account-type-iso',
  'payment-status-before-approval',
  'months-of-execution-12',
  'transaction-details-endpoint',
] as const;

/** One known value of `x-accept-fix`. */
export type AcceptFix = (typeof ACCEPT_FIXES)[number];
