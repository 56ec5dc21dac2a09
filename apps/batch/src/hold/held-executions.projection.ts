import { handles } from '@nordgate/contracts/events';
import type { Handled } from '@nordgate/contracts/events';
import type { ReceivedEvent } from '@nordgate/decider';
import type { Projection, RowChange } from '@nordgate/event-store';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What the fraud desk holds now, with the reason. */
@Entity('held_execution')
export class HeldExecution {
  /** The stream of the hold. */
  @PrimaryColumn('text')
  hold!: string;

  @Column('text', { name: 'payment_id', nullable: true })
  paymentId!: string | null;

  @Column('text', { name: 'tpp_id', nullable: true })
  tppId!: string | null;

  @Column('text')
  since!: string;

  @Column('text')
  reason!: string;

  @Column('text', { name: 'held_by' })
  by!: string;
}

const handled = handles('batch.events.v1', ['ExecutionHeld', 'ExecutionReleased']);

/** A hold has a row until it is released. */
export function holdChanges({
  event,
  stream: hold,
}: ReceivedEvent<Handled<typeof handled>>): readonly RowChange<HeldExecution>[] {
  if (event.type === 'ExecutionReleased') return [{ remove: { hold } }];
  const { held, at: since, reason, by } = event.data;
  const paymentId = 'paymentId' in held ? held.paymentId : null;
  const tppId = 'tppId' in held ? held.tppId : null;
  return [{ put: { hold, paymentId, tppId, since, reason, by } }];
}

/** The list of holds that the operator reads. */
export const heldExecutionsProjection: Projection<HeldExecution, Handled<typeof handled>> = {
  name: 'held-executions',
  version: 1,
  entity: HeldExecution,
  eventTypes: handled.types,
  rowsOf: holdChanges,
};
