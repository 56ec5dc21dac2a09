import { nextExecutionDates } from '@nordgate/contracts/calendar';
import type { PaymentCommands } from '@nordgate/contracts/commands';
import { isPeriodic } from '@nordgate/contracts/events';
import type { PaymentEvent } from '@nordgate/contracts/events';
import { daysLater, isEndedPayment } from '@nordgate/contracts/rules';
import { nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import { occurrencesAfter } from '../domain/occurrences.js';
import type { KnownPayment, Payment } from '../domain/payment.js';
import { statusAfter } from '../domain/status-table.js';

export type ProgressOccurrence = CommandOf<PaymentCommands, 'ProgressOccurrence'>;

/**
 * Execution reports how far one occurrence of a periodic payment is; what it has reported before changes
 * nothing. The order is ACSC when its last occurrence has ended. Refuses CONFLICT what cannot follow, and
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
  const isEnd = isEndedPayment(one);
  const isReported =
    one.status === outcome.status || one.progress?.includes(outcome.status as never);
  const isShortage = outcome.status === 'ACCP' && outcome.fundsAvailable === false;
  if (isEnd ? one.status === outcome.status : isReported && !isShortage) return nothing;
  const follows = statusAfter(`to${outcome.status}`, one) !== undefined || (isShortage && !isEnd);
  if (!follows) return refuse('CONFLICT');
  const progress = { by, occurrence, outcome, at: meta.at };
  const status = isLastEnd(payment, { ...progress, status: 'ACTC' }) ? 'ACSC' : 'ACTC';
  return [{ type: 'OccurrenceProgressed', data: { ...progress, status } }];
}

/** Whether all occurrences of the order have ended with this report. */
function isLastEnd(
  { instruction, occurrences = [] }: KnownPayment,
  report: Parameters<typeof occurrencesAfter>[1],
): boolean {
  if (!isPeriodic(instruction)) return false;
  const after = occurrencesAfter(occurrences, report);
  const last = after.at(-1);
  if (last === undefined || !after.every(isEndedPayment)) return false;
  return nextExecutionDates(instruction, daysLater(last.date, 1), 1).length === 0;
}
