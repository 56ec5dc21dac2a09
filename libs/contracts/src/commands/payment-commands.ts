import type { MessageCode } from '../codes/message-codes.js';
import type { PaymentStatus } from '../codes/transaction-status.js';
import type { PaymentInitiated, RejectionReason } from '../events/payment-events.v1.js';

/** Data of the commands on `payments.commands.v1`, by type. Every stream is `payment-<id>`. */
export interface PaymentCommandData {
  readonly InitiatePayment: Omit<PaymentInitiated['data'], 'acceptedAt'>;
  readonly AuthorisePayment: {
    /** `authorisation-<id>` or `basket-<id>`. */
    readonly by: string;
    readonly customerId: string;
    /** What the PSU was shown; another hash than the payment's own is refused. */
    readonly hash: string;
  };
  readonly RejectPayment: {
    readonly by: string;
    readonly code: MessageCode;
    readonly reason: RejectionReason;
  };
}

/** What the payments service answers to a command of the gateway. */
export interface PaymentReceipt {
  readonly transactionStatus: PaymentStatus;
  readonly fingerprint: string;
}
