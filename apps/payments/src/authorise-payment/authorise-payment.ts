import type { PaymentCommandData, PaymentEvent } from '@nordgate/contracts';
import { nothing, reject } from '@nordgate/event-store';
import type { Command, Decision } from '@nordgate/event-store';
import { instructionHash } from '../domain/instruction-hash.js';
import type { Payment } from '../domain/payment.js';
import { saysWhoPays } from '../domain/says-who-pays.js';
import { statusAfter } from '../domain/status-table.js';

export type AuthorisePayment = Command<'AuthorisePayment', PaymentCommandData['AuthorisePayment']>;

/**
 * The PSU approved what was shown: RCVD becomes ACTC, if it is still what was shown. Where two have to
 * sign, PDNG becomes ACTC by somebody other than the first. A payment that has to say who pays gets the
 * debtor; where the bank does not know them well enough it is RJCT (specification section 9).
 */
export function authorisePayment(
  { data, meta }: AuthorisePayment,
  payment: Payment,
): Decision<PaymentEvent> {
  if (payment.is === 'none') return reject('RESOURCE_UNKNOWN');
  if (payment.authorisedBy === data.by) return nothing;
  if (statusAfter('authorise', payment) === undefined) return reject('CONFLICT');
  if (payment.signedBy?.customerId === data.customerId) return reject('CONFLICT');
  // RTS Article 5: the approval is bound to amount and payee, so a change voids it.
  if (instructionHash(payment.instruction) !== data.hash) return reject('CONFLICT');
  const { by, customerId, debtor } = data;
  const { at } = meta;
  if (!saysWhoPays(payment)) return [{ type: 'PaymentAuthorised', data: { by, customerId, at } }];
  if (debtor === undefined) {
    const why = { code: 'PAYMENT_FAILED', reason: 'debtor-unknown' } as const;
    return [{ type: 'PaymentRejected', data: { by, ...why, at } }];
  }
  return [{ type: 'PaymentAuthorised', data: { by, customerId, debtor, at } }];
}
