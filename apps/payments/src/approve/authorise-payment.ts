import type { PaymentCommands } from '@nordgate/contracts/commands';
import type { PaymentEvent } from '@nordgate/contracts/events';
import { canSignAfter, isHashOf } from '@nordgate/contracts/rules';
import { nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { Payment } from '../domain/payment.js';
import { authorised } from '../domain/approval.js';
import { statusAfter } from '../domain/status-table.js';

export type AuthorisePayment = CommandOf<PaymentCommands, 'AuthorisePayment'>;

/**
 * The PSU approved what was shown: RCVD becomes ACTC, if the payment still is what was shown. Where two
 * customers must sign, the approval of another customer under the same agreement makes PDNG ACTC. A
 * payment that must name its debtor may become RJCT instead (`domain/approval.ts`).
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
