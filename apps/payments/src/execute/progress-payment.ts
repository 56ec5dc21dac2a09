import type { PartsProgress, PaymentCommands } from '@nordgate/contracts/commands';
import type { PartOutcome, PaymentEvent } from '@nordgate/contracts/events';
import { isBulk, isPeriodic } from '@nordgate/contracts/events';
import { nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import { bulkStatusOf, isInExecution, partsAfter, partsOf } from '../domain/parts.js';
import type { KnownPayment, Payment } from '../domain/payment.js';
import { verdictOn } from '../domain/reports.js';

export type ProgressPayment = CommandOf<PaymentCommands, 'ProgressPayment'>;

/**
 * Execution reports how far it is, of a whole payment or of sub-payments of a bulk; a late or repeated
 * report changes nothing. Refuses CONFLICT what cannot follow, and FORMAT_ERROR sub-payments that the
 * payment does not have, and a periodic payment, which is reported by occurrence.
 */
export function progressPayment(
  { data, meta }: ProgressPayment,
  payment: Payment,
): Decision<PaymentEvent> {
  if (payment.is === 'none') return refuse('RESOURCE_UNKNOWN');
  if ('parts' in data) return progressParts(data, payment, meta.at);
  if (isPeriodic(payment.instruction)) return refuse('FORMAT_ERROR');
  const { by, status, fundsAvailable } = data;
  // Sub-payments that differ are reported one by one: the status of the bulk follows from them.
  const isKnown = (payment.parts ?? [payment]).every((one) => verdictOn(data, one) === 'known');
  if (isKnown) return nothing;
  if (payment.parts !== undefined || verdictOn(data, payment) !== 'follows') {
    return refuse('CONFLICT');
  }
  if (isBulk(payment.instruction) && status === 'ACCP' && fundsAvailable === false) {
    const parts = payment.instruction.payments.map((_, part) => ({ part, status, fundsAvailable }));
    return progressParts({ by, parts }, payment, meta.at);
  }
  return [{ type: 'PaymentProgressed', data: { ...data, at: meta.at } }];
}

/** One event for all sub-payments that are reported. The last one that is refused may end the bulk as RJCT. */
function progressParts(
  { by, parts }: PartsProgress,
  payment: KnownPayment,
  at: string,
): Decision<PaymentEvent> {
  const standings = partsOf(payment);
  const isNamedOnce = new Set(parts.map(({ part }) => part)).size === parts.length;
  if (parts.length === 0 || !isNamedOnce) return refuse('FORMAT_ERROR');
  const fresh: PartOutcome[] = [];
  for (const outcome of parts) {
    const standing = standings[outcome.part];
    if (standing === undefined) return refuse('FORMAT_ERROR');
    const verdict = verdictOn(outcome, standing);
    if (verdict === 'contradicts') return refuse('CONFLICT');
    if (verdict === 'follows') fresh.push(outcome);
  }
  if (fresh.length === 0) return nothing;
  const status = bulkStatusOf(partsAfter(payment, fresh));
  if (isInExecution(status)) {
    return [{ type: 'PaymentProgressed', data: { by, status, parts: fresh, at } }];
  }
  const why = { code: 'PAYMENT_FAILED', reason: 'not-executable' } as const;
  return [{ type: 'PaymentRejected', data: { by, ...why, parts: fresh, at } }];
}
