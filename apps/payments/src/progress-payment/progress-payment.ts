import type { PaymentCommands } from '@nordgate/contracts/commands';
import type { PaymentEvent } from '@nordgate/contracts/events';
import { nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { Payment } from '../domain/payment.js';
import { statusAfter } from '../domain/status-table.js';

export type ProgressPayment = CommandOf<PaymentCommands, 'ProgressPayment'>;

/** Execution reports how far it is; what it has reported before changes nothing. */
export function progressPayment(
  { data, meta }: ProgressPayment,
  payment: Payment,
): Decision<PaymentEvent> {
  if (payment.is === 'none') return refuse('RESOURCE_UNKNOWN');
  if (payment.progress?.includes(data.status)) return nothing;
  const isPartOfNothing = data.status === 'PART' && payment.service !== 'bulk-payments';
  if (isPartOfNothing || statusAfter(`to${data.status}`, payment) === undefined) {
    return refuse('CONFLICT');
  }
  return [{ type: 'PaymentProgressed', data: { ...data, at: meta.at } }];
}
