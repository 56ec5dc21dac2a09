import type { MessageCode } from '../codes/message-codes.js';
import type { Initiator, LinkedAuthorisation } from './initiation.v1.js';
import type { PaymentInstruction, PaymentService } from './payment-instruction.v1.js';

/** Events of `payment-<id>`. They are the storage format: never edit one, add a version. */
export type PaymentEvent =
  PaymentInitiated | PaymentAuthorised | PaymentRejected | PaymentCancelled;

/** The TPP's instruction was received: RCVD. */
export interface PaymentInitiated {
  readonly type: 'PaymentInitiated';
  readonly data: {
    readonly service: PaymentService;
    readonly product: string;
    readonly initiator: Initiator;
    /** SHA-256 over what makes a repeat the same request (design: idempotency), base64url. */
    readonly fingerprint: string;
    readonly instruction: PaymentInstruction;
    /** The authorisation that the PSU will be sent to. */
    readonly authorisation: LinkedAuthorisation;
    /** ISO 8601, gateway time: decides the dates of the payment. */
    readonly acceptedAt: string;
  };
}

/** The PSU approved exactly this amount and payee: ACTC. */
export interface PaymentAuthorised {
  readonly type: 'PaymentAuthorised';
  readonly data: {
    /** The stream that carried the approval: `authorisation-<id>` or `basket-<id>`. */
    readonly by: string;
    readonly customerId: string;
    readonly at: string;
  };
}

/** RJCT. */
export interface PaymentRejected {
  readonly type: 'PaymentRejected';
  readonly data: {
    readonly by: string;
    readonly code: MessageCode;
    readonly reason: RejectionReason;
    readonly at: string;
  };
}

/** Why a payment is RJCT; the edge words it in the reader's language. */
export type RejectionReason = 'refused-by-psu' | 'account-not-debitable';

/** CANC. */
export interface PaymentCancelled {
  readonly type: 'PaymentCancelled';
  readonly data: { readonly by: string; readonly at: string };
}
