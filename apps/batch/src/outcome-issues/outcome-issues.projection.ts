import type { OutcomeContradicted, OutcomeMissed } from '@nordgate/contracts/events';
import type { ReceivedEvent } from '@nordgate/decider';
import type { Projection, RowChange } from '@nordgate/event-store';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An outcome of a transfer that the operator has to look at: it is missing, or it contradicts. */
@Entity('outcome_issue')
export class OutcomeIssue {
  @PrimaryColumn('text', { name: 'execution_id' })
  executionId!: string;

  /** The version of the event in the stream of the transfer. */
  @PrimaryColumn('int')
  version!: number;

  /** What was known of the transfer; null for a missing outcome. */
  @Column('text', { nullable: true })
  known!: string | null;

  /** The outcome that contradicts; null for a missing outcome. */
  @Column('text', { nullable: true })
  outcome!: string | null;

  @Column('text')
  at!: string;
}

type IssueEvent = OutcomeMissed | OutcomeContradicted;

/** A contradiction has its own row; all reminders of a transfer share one. */
export function issueChanges({
  event,
  version,
}: ReceivedEvent<IssueEvent>): readonly RowChange<OutcomeIssue>[] {
  const { executionId, at } = event.data;
  if (event.type === 'OutcomeMissed') {
    return [{ put: { executionId, version: missedRow, known: null, outcome: null, at } }];
  }
  const { known, outcome } = event.data;
  return [{ put: { executionId, version, known, outcome: outcome.is, at } }];
}

/** Versions of events begin at 1. */
const missedRow = 0;

/** The transfers that the operator has to look at. */
export const outcomeIssuesProjection: Projection<OutcomeIssue, IssueEvent> = {
  name: 'outcome-issues',
  version: 1,
  entity: OutcomeIssue,
  eventTypes: ['OutcomeMissed', 'OutcomeContradicted'],
  rowsOf: issueChanges,
};
