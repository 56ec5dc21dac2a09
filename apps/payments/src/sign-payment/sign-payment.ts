import type { PaymentCommandData } from '@nordgate/contracts/commands';
import type { PaymentEvent } from '@nordgate/contracts/events';
import { nothing, refuse } from '@nordgate/decider';
import type { Command, Decision } from '@nordgate/decider';
import { authorised } from '../domain/authorised.js';
import { instructionHash } from '../domain/instruction-hash.js';
import type { KnownPayment, Payment } from '../domain/payment.js';
import { canFollowFirst } from '../domain/second-signature.js';
import { statusAfter } from '../domain/status-table.js';

export type SignPayment = Command<'SignPayment', PaymentCommandData['SignPayment']>;

/**
 * One of two signers approved what was shown. The first makes RCVD PDNG; the second, who is somebody
 * else under the same agreement, makes PDNG ACTC. Which one it is only the payment can tell: two
 * people may approve at the same moment.
 */
export function signPayment({ data, meta }: SignPayment, payment: Payment): Decision<PaymentEvent> {
  if (payment.is === 'none') return refuse('RESOURCE_UNKNOWN');
  if (isKnown(payment, data)) return nothing;
  const next = statusAfter('sign', payment);
  if (next === undefined || !canFollowFirst(payment, data)) return refuse('CONFLICT');
  // RTS Article 5: each approval is bound to amount and payee.
  if (instructionHash(payment.instruction) !== data.hash) return refuse('CONFLICT');
  const { by, customerId, corporateId } = data;
  const { at } = meta;
  if (next === 'ACTC') return [authorised(payment, data, at)];
  const agreement = corporateId === undefined ? {} : { corporateId };
  return [{ type: 'PaymentSigned', data: { by, customerId, ...agreement, at } }];
}

/** A basket carries both signatures, so the stream alone does not tell them apart. */
function isKnown(
  { authorisedBy, signedBy }: KnownPayment,
  { by, customerId }: SignPayment['data'],
): boolean {
  return authorisedBy === by || (signedBy?.by === by && signedBy.customerId === customerId);
}
