import type { PeriodicPaymentInitiation } from '../http/periodic-payment-initiation.js';

/** What of a periodic payment says when it is executed (specification §2.2). */
export type PeriodicOrder = Pick<
  PeriodicPaymentInitiation,
  'startDate' | 'endDate' | 'frequency' | 'dayOfExecution' | 'monthsOfExecution' | 'executionRule'
>;
