import type { PaymentCommandData, PaymentEvent } from '@nordgate/contracts';
import { nothing, reject } from '@nordgate/event-store';
import type { Command, Decision } from '@nordgate/event-store';
import { instructionHash } from '../domain/instruction-hash.js';
import type { Payment } from '../domain/payment.js';
import { statusAfter } from '../domain/status-table.js';

export type SignPayment = Command<'SignPayment', PaymentCommandData['SignPayment']>;

/** The first of two signers approved what was shown: RCVD becomes PDNG. */
export function signPayment({ data, meta }: SignPayment, payment: Payment): Decision<PaymentEvent> {
  if (payment.is === 'none') return reject('RESOURCE_UNKNOWN');
  if (payment.signedBy?.by === data.by) return nothing;
  if (statusAfter('sign', payment) === undefined) return reject('CONFLICT');
  // RTS Article 5: each approval is bound to amount and payee.
  if (instructionHash(payment.instruction) !== data.hash) return reject('CONFLICT');
  const { by, customerId } = data;
  return [{ type: 'PaymentSigned', data: { by, customerId, at: meta.at } }];
}
