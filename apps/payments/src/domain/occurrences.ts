import type { OccurrenceProgressed } from '@nordgate/contracts/events';
import type { PartStanding } from './parts.js';

/** How far one occurrence of a periodic payment is. */
export interface Occurrence extends PartStanding {
  /** YYYY-MM-DD */
  readonly date: string;
  /** The stream of the run that took it. */
  readonly claimedBy: string;
}

/** An occurrence that a run has taken. */
export function claimedOccurrence(date: string, claimedBy: string): Occurrence {
  return { date, claimedBy, status: 'ACCP', progress: ['ACCP'] };
}

/** The occurrences after a report of one of them. */
export function occurrencesAfter(
  occurrences: readonly Occurrence[],
  { occurrence: date, outcome }: OccurrenceProgressed['data'],
): readonly Occurrence[] {
  return occurrences.map((one) => (one.date === date ? afterOutcome(one, outcome) : one));
}

function afterOutcome(
  one: Occurrence,
  outcome: OccurrenceProgressed['data']['outcome'],
): Occurrence {
  if (outcome.status === 'RJCT') {
    const { status, code, reason } = outcome;
    return { ...one, status, rejection: { code, reason } };
  }
  const { status, fundsAvailable } = outcome;
  const progress = [...(one.progress ?? []), status];
  return { ...one, status, progress, ...(fundsAvailable !== undefined && { fundsAvailable }) };
}
