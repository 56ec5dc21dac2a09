import type { BulkPaymentInitiation } from '../http/bulk-payment-initiation.js';
import type { CrossBorderPaymentInitiation } from '../http/cross-border-payment-initiation.js';
import type { PeriodicPaymentInitiation } from '../http/periodic-payment-initiation.js';
import type { SepaPaymentInitiation } from '../http/sepa-payment-initiation.js';
import type { SinglePaymentInitiation } from '../http/single-payment-initiation.js';

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
