import { findProduct, needsStructuredParties } from '@nordgate/contracts/http';
import type { PaymentApproval } from '@nordgate/contracts/commands';
import type { PaymentEvent } from '@nordgate/contracts/events';
import { defined } from '@nordgate/decider';
import type { KnownPayment } from './payment.js';

/**
 * The event of the last approval that a payment needs: ACTC. A payment that must name its debtor gets
 * the debtor; where the bank does not know the debtor well enough it is RJCT (specification section 9).
 * Before structured addresses are enforced, a known debtor is kept too: the execution may be after that date.
 */
export function authorised(
  payment: KnownPayment,
  { by, customerId, debtor, approval }: PaymentApproval,
  at: string,
): PaymentEvent {
  const given = { by, customerId, at, ...defined({ approval }) };
  if (!needsDebtor(payment)) return { type: 'PaymentAuthorised', data: given };
  if (debtor === undefined && payment.structuredAddresses === true) {
    const why = { code: 'PAYMENT_FAILED', reason: 'debtor-unknown' } as const;
    return { type: 'PaymentRejected', data: { by, ...why, at } };
  }
  return { type: 'PaymentAuthorised', data: { ...given, ...defined({ debtor }) } };
}

/** Whether the clearing requires the debtor's name, town and country (specification section 9). */
function needsDebtor({ instruction, product, service }: KnownPayment): boolean {
  return needsStructuredParties(findProduct(service, product)?.product ?? {}, instruction);
}
