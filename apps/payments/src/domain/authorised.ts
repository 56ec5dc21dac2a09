import type { PaymentApproval } from '@nordgate/contracts/commands';
import type { PaymentEvent } from '@nordgate/contracts/events';
import type { KnownPayment } from './payment.js';
import { saysWhoPays } from './says-who-pays.js';

/**
 * What the approval of all who have to approve makes of a payment: ACTC. One that has to say who pays
 * gets the debtor; where the bank does not know them well enough it is RJCT (specification section 9).
 */
export function authorised(
  payment: KnownPayment,
  { by, customerId, debtor }: PaymentApproval,
  at: string,
): PaymentEvent {
  if (!saysWhoPays(payment)) return { type: 'PaymentAuthorised', data: { by, customerId, at } };
  if (debtor === undefined) {
    const why = { code: 'PAYMENT_FAILED', reason: 'debtor-unknown' } as const;
    return { type: 'PaymentRejected', data: { by, ...why, at } };
  }
  return { type: 'PaymentAuthorised', data: { by, customerId, debtor, at } };
}
