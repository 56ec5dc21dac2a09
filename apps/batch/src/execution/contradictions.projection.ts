import { handles } from '@nordgate/contracts/events';
import type { Handled } from '@nordgate/contracts/events';
import type { ReceivedEvent } from '@nordgate/decider';
import type { Projection, RowChange } from '@nordgate/event-store';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An outcome that contradicts what was known of its transfer: the operator has to look at it. */
@Entity('contradiction')
export class Contradiction {
  @PrimaryColumn('text', { name: 'execution_id' })
  executionId!: string;

  /** The version of the event in the stream of the transfer. */
  @PrimaryColumn('int')
  version!: number;

  /** What was known of the transfer. */
  @Column('text')
  known!: string;

  @Column('text')
  outcome!: string;

  @Column('text')
  at!: string;
}

const handled = handles('batch.events.v1', ['OutcomeContradicted']);

/** Each contradiction has a row. */
function rowsOf({
  event,
  version,
}: ReceivedEvent<Handled<typeof handled>>): readonly RowChange<Contradiction>[] {
  const { executionId, known, outcome, at } = event.data;
  return [{ put: { executionId, version, known, outcome: outcome.is, at } }];
}

/** The list of contradictions that the operator reads. */
export const contradictionsProjection: Projection<Contradiction, Handled<typeof handled>> = {
  name: 'contradictions',
  version: 1,
  entity: Contradiction,
  eventTypes: handled.types,
  rowsOf,
};
