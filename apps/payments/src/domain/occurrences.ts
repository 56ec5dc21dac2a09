import type { OccurrenceOutcome, PaymentClaimed } from '@nordgate/contracts/events';
import { isEndedPayment } from '@nordgate/contracts/rules';
import { afterOutcome } from './parts.js';
import type { PartStanding } from './parts.js';

/** How far one occurrence of a periodic payment is. */
export interface Occurrence extends PartStanding {
  /** YYYY-MM-DD */
  readonly date: string;
  /** The stream of the run that took it. */
  readonly claimedBy: string;
}

/** A daily order without an end would let its state grow without a bound. */
export const keptOccurrences = 100;

/**
 * The occurrences after a run has taken one more: ACCP, or ACWC when it is executed on another day. The
 * last 100 are kept, and older ones until they have ended.
 */
export function occurrencesWith(
  occurrences: readonly Occurrence[],
  date: string,
  { by: claimedBy, day }: Pick<PaymentClaimed['data'], 'by' | 'day'>,
): readonly Occurrence[] {
  const status = day === date ? 'ACCP' : 'ACWC';
  const all = [...occurrences, { date, claimedBy, status, progress: [status] } as const];
  const older = all.slice(0, -keptOccurrences).filter((one) => !isEndedPayment(one));
  return [...older, ...all.slice(-keptOccurrences)];
}

/** Whether a run has taken this occurrence, or a later one: occurrences are taken in order. */
export function isTaken(occurrences: readonly Occurrence[] | undefined, date: string): boolean {
  const last = occurrences?.at(-1);
  return last !== undefined && date <= last.date;
}

/** The occurrences after a report of one of them. */
export function occurrencesAfter(
  occurrences: readonly Occurrence[],
  date: string,
  outcome: OccurrenceOutcome,
): readonly Occurrence[] {
  return occurrences.map((one) =>
    one.date === date ? { ...one, ...afterOutcome(one, outcome) } : one,
  );
}
