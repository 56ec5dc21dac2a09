import type { ConsentStatus, PaymentStatus } from '../../base/codes/statuses.js';
import type { DeclineReason } from '../../execution/execution-events.v1.js';

/** The bank changed or cancelled a payment in another channel. */
export interface SandboxPaymentReply {
  /** The id that the payment keeps. */
  readonly paymentId: string;
  /** Status by ISO 20022 after the act. */
  readonly transactionStatus: PaymentStatus;
}

/** The bank will refuse the next execution of a payment. */
export interface SandboxRefusalReply {
  readonly paymentId: string;
  /** Why. */
  readonly reason: DeclineReason;
}

/** The PSU revoked a consent in another channel of the bank. */
export interface SandboxConsentReply {
  readonly consentId: string;
  /** The status of the consent after the act. */
  readonly consentStatus: ConsentStatus;
}
