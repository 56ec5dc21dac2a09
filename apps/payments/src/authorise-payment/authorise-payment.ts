import type { PaymentCommandData } from '@nordgate/contracts/commands';
import type { PaymentEvent } from '@nordgate/contracts/events';
import { nothing, refuse } from '@nordgate/decider';
import type { Command, Decision } from '@nordgate/decider';
import type { Payment } from '../domain/payment.js';
import { authorised } from '../domain/authorised.js';
import { instructionHash } from '../domain/instruction-hash.js';
import { canFollowFirst } from '../domain/second-signature.js';
import { statusAfter } from '../domain/status-table.js';

export type AuthorisePayment = Command<'AuthorisePayment', PaymentCommandData['AuthorisePayment']>;

/**
 * The PSU approved what was shown: RCVD becomes ACTC, if it is still what was shown. Where two have to
 * sign, PDNG becomes ACTC by somebody other than the first, under the same agreement. A payment that
 * has to say who pays may be RJCT instead (`authorised.ts`).
 */
export function authorisePayment(
  { data, meta }: AuthorisePayment,
  payment: Payment,
): Decision<PaymentEvent> {
  if (payment.is === 'none') return refuse('RESOURCE_UNKNOWN');
  if (payment.authorisedBy === data.by) return nothing;
  if (statusAfter('authorise', payment) === undefined) return refuse('CONFLICT');
  if (!canFollowFirst(payment, data)) return refuse('CONFLICT');
  // RTS Article 5: the approval is bound to amount and payee, so a change voids it.
  if (instructionHash(payment.instruction) !== data.hash) return refuse('CONFLICT');
  return [authorised(payment, data, meta.at)];
}
