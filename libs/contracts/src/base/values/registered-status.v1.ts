import type { PaymentStatus } from '../codes/statuses.js';

/** The latest known status of one payment: the register of a basket's member, max by version. */
export interface RegisteredStatus {
  readonly paymentId: string;
  /** Version of the payment's stream that shows this status. */
  readonly version: number;
  readonly status: PaymentStatus;
  readonly fundsAvailable?: boolean;
}
