import type { PeriodicPaymentInitiation } from '../http/periodic-payment-initiation.js';
import type { SinglePaymentInitiation } from '../http/single-payment-initiation.js';

/** The payment services of the interface (specification 4.2, 4.4). */
export type PaymentService = 'payments' | 'periodic-payments' | 'bulk-payments';

/** What the TPP asked for, validated: the JSON body as sent, without unknown fields. */
export type PaymentInstruction = SinglePaymentInitiation | PeriodicPaymentInitiation;
