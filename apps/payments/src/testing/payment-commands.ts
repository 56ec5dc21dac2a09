import type { AuthorisePayment } from '../authorise-payment/authorise-payment.js';
import { instructionHash } from '../domain/instruction-hash.js';
import type { InitiatePayment } from '../initiate-payment/initiate-payment.js';
import type { RejectPayment } from '../reject-payment/reject-payment.js';
import { aPayment, anInstruction, authorisation, moments } from './a-payment.js';
import { paymentStreamId, tpp } from './a-payment.js';

/** The TPP's request that `aPayment()` starts with. */
export function toInitiate(changes: Partial<InitiatePayment['data']> = {}): InitiatePayment {
  const [first] = aPayment().initiated();
  if (first?.type !== 'PaymentInitiated') throw new Error('a payment starts with its initiation');
  const { acceptedAt: at, ...data } = first.data;
  return {
    type: 'InitiatePayment',
    id: `${paymentStreamId}/${changes.fingerprint ?? data.fingerprint}`,
    stream: paymentStreamId,
    data: { ...data, ...changes },
    meta: { at, actor: tpp },
  };
}

/** The PSU's approval of exactly that payment. */
export function toAuthorise(changes: Partial<AuthorisePayment['data']> = {}): AuthorisePayment {
  const hash = instructionHash(anInstruction);
  const data = { by: authorisation, customerId: 'customer-1', hash, ...changes };
  return { type: 'AuthorisePayment', ...fromEventOf(data.by), data };
}

/** The PSU's refusal of it. */
export function toReject(changes: Partial<RejectPayment['data']> = {}): RejectPayment {
  const why = { code: 'PAYMENT_FAILED', reason: 'refused-by-psu' } as const;
  const data = { by: authorisation, ...why, ...changes };
  return { type: 'RejectPayment', ...fromEventOf(data.by), data };
}

function fromEventOf(stream: string) {
  const meta = { at: moments.settled, actor: `event:${stream}` };
  return { id: `${stream}@4>${paymentStreamId}`, stream: paymentStreamId, meta };
}
