import { findProduct, needsStructuredParties } from '@nordgate/contracts/http';
import type { PaymentApproval, PaymentCommands } from '@nordgate/contracts/commands';
import type { PaymentEvent } from '@nordgate/contracts/events';
import { defined, nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import { canSignAfter, isHashOf, orderToExecute } from '@nordgate/contracts/rules';
import type { KnownPayment, Payment } from '../domain/payment.js';
import { statusAfter } from '../domain/status-table.js';

/**
 * The event of the last approval that a payment needs: ACTC. It has what runs pick the payment by. A payment that must name its debtor gets
 * the debtor; where the bank does not know the debtor well enough it is RJCT (specification section 9).
 * Before structured addresses are enforced, a known debtor is kept too: the execution may be after that date.
 */
function authorised(
  payment: KnownPayment,
  { by, customerId, debtor, approval }: PaymentApproval,
  at: string,
): PaymentEvent {
  const order = orderToExecute(payment);
  const given = { by, customerId, at, ...defined({ approval }), order };
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

export type SignPayment = CommandOf<PaymentCommands, 'SignPayment'>;

/**
 * One of two signers approved what was shown. The first makes RCVD PDNG; the second, another customer
 * under the same agreement, makes PDNG ACTC. Only the payment knows which one it is: two people may
 * approve at the same moment.
 */
export function signPayment({ data, meta }: SignPayment, payment: Payment): Decision<PaymentEvent> {
  if (payment.is === 'none') return refuse('RESOURCE_UNKNOWN');
  if (isKnown(payment, data)) return nothing;
  const next = statusAfter('sign', payment);
  if (next === undefined || !canSignAfter(payment.signedBy, data)) return refuse('CONFLICT');
  // RTS Article 5: each approval is bound to amount and payee.
  if (!isHashOf(data.hash, payment.instruction)) return refuse('CONFLICT');
  const { by, customerId, corporateId, approval } = data;
  const { at } = meta;
  if (next === 'ACTC') return [authorised(payment, data, at)];
  return [{ type: 'PaymentSigned', data: defined({ by, customerId, corporateId, at, approval }) }];
}

/** A basket carries both signatures, so the stream alone does not tell them apart. */
function isKnown(
  { authorisedBy, signedBy }: KnownPayment,
  { by, customerId }: SignPayment['data'],
): boolean {
  return authorisedBy === by || (signedBy?.by === by && signedBy.customerId === customerId);
}

export type AuthorisePayment = CommandOf<PaymentCommands, 'AuthorisePayment'>;

/**
 * The PSU approved what was shown: RCVD becomes ACTC, if the payment still is what was shown. Where two
 * customers must sign, the approval of another customer under the same agreement makes PDNG ACTC. A
 * payment that must name its debtor may become RJCT instead.
 */
export function authorisePayment(
  { data, meta }: AuthorisePayment,
  payment: Payment,
): Decision<PaymentEvent> {
  if (payment.is === 'none') return refuse('RESOURCE_UNKNOWN');
  if (payment.authorisedBy === data.by) return nothing;
  if (statusAfter('authorise', payment) === undefined) return refuse('CONFLICT');
  if (!canSignAfter(payment.signedBy, data)) return refuse('CONFLICT');
  // RTS Article 5: the approval is bound to amount and payee, so a change voids it.
  if (!isHashOf(data.hash, payment.instruction)) return refuse('CONFLICT');
  return [authorised(payment, data, meta.at)];
}
