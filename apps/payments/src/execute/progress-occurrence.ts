import { nextExecutionDates } from '@nordgate/contracts/calendar';
import type { PaymentCommands } from '@nordgate/contracts/commands';
import { isPeriodic } from '@nordgate/contracts/events';
import type { OccurrenceProgressed, PaymentEvent } from '@nordgate/contracts/events';
import { daysLater, isEndedPayment } from '@nordgate/contracts/rules';
import { nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import { occurrencesAfter } from '../domain/occurrences.js';
import type { KnownPayment, Payment } from '../domain/payment.js';
import { verdictOn } from '../domain/reports.js';

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
