import { nextExecutionDates } from '@nordgate/contracts/calendar';
import type { PartsProgress, PaymentCommands } from '@nordgate/contracts/commands';
import { isBulk, isPeriodic } from '@nordgate/contracts/events';
import type { OccurrenceProgressed, PartOutcome, PaymentEvent } from '@nordgate/contracts/events';
import { daysLater, isEndedPayment } from '@nordgate/contracts/rules';
import { nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import { occurrencesAfter } from '../domain/occurrences.js';
import { bulkStatusOf, isInExecution, partsAfter, partsOf } from '../domain/parts.js';
import type { KnownPayment, Payment } from '../domain/payment.js';
import { verdictOn } from '../domain/status-table.js';

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

export type ProgressOccurrence = CommandOf<PaymentCommands, 'ProgressOccurrence'>;

/**
 * Execution reports how far one occurrence of a periodic payment is; a late or repeated report changes
 * nothing. The order is ACSC when its last occurrence has ended. An order that was cancelled or rejected
 * keeps its status, and its occurrence in flight is completed. Refuses CONFLICT what cannot follow, and
 * RESOURCE_UNKNOWN an occurrence that no run has taken.
 */
export function progressOccurrence(
  { data, meta }: ProgressOccurrence,
  payment: Payment,
): Decision<PaymentEvent> {
  if (payment.is === 'none') return refuse('RESOURCE_UNKNOWN');
  const { by, occurrence, outcome } = data;
  const one = payment.occurrences?.find(({ date }) => date === occurrence);
  if (one === undefined) return refuse('RESOURCE_UNKNOWN');
  const verdict = verdictOn(outcome, one);
  if (verdict === 'known') return nothing;
  if (verdict === 'contradicts') return refuse('CONFLICT');
  const status = orderStatusAfter(payment, data);
  return [{ type: 'OccurrenceProgressed', data: { by, status, occurrence, outcome, at: meta.at } }];
}

function orderStatusAfter(
  { instruction, occurrences = [], status }: KnownPayment,
  { occurrence, outcome }: ProgressOccurrence['data'],
): OccurrenceProgressed['data']['status'] {
  if (status === 'CANC' || status === 'RJCT') return status;
  const after = occurrencesAfter(occurrences, occurrence, outcome);
  const last = after.at(-1);
  const isOver = last !== undefined && isPeriodic(instruction) && after.every(isEndedPayment);
  if (!isOver) return 'ACTC';
  return nextExecutionDates(instruction, daysLater(last.date, 1), 1).length === 0 ? 'ACSC' : 'ACTC';
}
