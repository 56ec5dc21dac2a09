import type { BulkPaymentInitiation } from '../http/bodies/bulk-payment.js';
import type { PeriodicPaymentInitiation } from '../http/bodies/periodic-payment.js';
import type {
  CrossBorderPaymentInitiation,
  SepaPaymentInitiation,
  SinglePaymentInitiation,
} from '../http/bodies/single-payments.js';

/** The payment services of the interface (specification 4.2, 4.4). */
export type PaymentService = 'payments' | 'periodic-payments' | 'bulk-payments';

/** One payment to one creditor. */
export type TransferInstruction =
  | SinglePaymentInitiation
  | SepaPaymentInitiation
  | CrossBorderPaymentInitiation
  | PeriodicPaymentInitiation;

/** What the TPP asked for, validated: the JSON body as sent, without unknown fields. */
export type PaymentInstruction = TransferInstruction | BulkPaymentInitiation;

/** Whether an instruction is a bulk of sub-payments. */
export function isBulk(instruction: PaymentInstruction): instruction is BulkPaymentInitiation {
  return 'payments' in instruction;
}

/** Whether an instruction is executed again and again. */
export function isPeriodic(
  instruction: PaymentInstruction,
): instruction is PeriodicPaymentInitiation {
  return 'frequency' in instruction;
}
