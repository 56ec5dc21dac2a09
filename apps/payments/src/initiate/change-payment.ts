import { isBulk } from '@nordgate/contracts/events';
import type { PaymentCommands } from '@nordgate/contracts/commands';
import type { PaymentEvent, PaymentInstruction } from '@nordgate/contracts/events';
import { nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { Payment } from '../domain/payment.js';
import { statusAfter } from '../domain/status-table.js';

export type ChangePayment = CommandOf<PaymentCommands, 'ChangePayment'>;

/**
 * Another channel of the bank changes a payment before its approval (specification 3, rule 4: its id
 * stays valid). What a PSU was shown before is void by its hash. A bulk keeps the number of its
 * sub-payments, whose ids are places in it.
 */
export function changePayment(
  { data, meta }: ChangePayment,
  payment: Payment,
): Decision<PaymentEvent> {
  if (payment.is === 'none') return refuse('RESOURCE_UNKNOWN');
  if (payment.changedBy?.includes(data.by)) return nothing;
  if (statusAfter('change', payment) === undefined) return refuse('CONFLICT');
  if (placesIn(payment.instruction) !== placesIn(data.instruction)) return refuse('FORMAT_ERROR');
  const { by, instruction } = data;
  return [{ type: 'PaymentChanged', data: { by, instruction, at: meta.at } }];
}

function placesIn(instruction: PaymentInstruction): number {
  return isBulk(instruction) ? instruction.payments.length : 0;
}
