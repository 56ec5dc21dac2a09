import { handles } from '@nordgate/contracts/events';
import type { DeclineReason, Handled } from '@nordgate/contracts/events';
import type { ReceivedEvent } from '@nordgate/decider';
import { streams } from '@nordgate/contracts/rules';
import type { Projection, RowChange } from '@nordgate/event-store';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The part of a transfer that moves a whole payment or an occurrence. */
export const wholePart = -1;

/** A payment, an occurrence or a sub-payment that a run has asked an executor for. */
@Entity('run_transfer')
class RunTransfer {
  @PrimaryColumn('text', { name: 'execution_id' })
  executionId!: string;

  /** The position of the sub-payment in its bulk, or -1. */
  @PrimaryColumn('int')
  part!: number;

  @Index()
  @Column('text')
  run!: string;

  @Column('text', { name: 'payment_id' })
  paymentId!: string;

  @Column('text', { nullable: true })
  occurrence!: string | null;

  @Column('text')
  tpp!: string;

  @Column('text')
  amount!: string;

  @Column('text')
  currency!: string;
}

const instructions = handles('batch.events.v1', ['TransferInstructed']);

function transfersOf({
  event,
}: ReceivedEvent<Handled<typeof instructions>>): readonly RowChange<RunTransfer>[] {
  const { executionId, run, paymentId, occurrence = null, tpp, credits } = event.data;
  return credits.map(({ part = wholePart, instruction }) => {
    const { amount, currency } = instruction.instructedAmount;
    return { put: { executionId, part, run, paymentId, occurrence, tpp, amount, currency } };
  });
}

/** What was asked for in each run. */
export const runTransfersProjection: Projection<RunTransfer, Handled<typeof instructions>> = {
  name: 'run-transfers',
  version: 1,
  entity: RunTransfer,
  eventTypes: instructions.types,
  rowsOf: transfersOf,
};

/** How far it is. */
@Entity('run_outcome')
class RunOutcome {
  @PrimaryColumn('text', { name: 'execution_id' })
  executionId!: string;

  @PrimaryColumn('int')
  part!: number;

  @Column('text')
  standing!: 'started' | 'debited' | 'settled' | 'declined';

  @Column('text', { nullable: true })
  reason!: DeclineReason | null;
}

const outcomes = handles('batch.events.v1', [
  'TransferStarted',
  'TransferDebited',
  'TransferSettled',
  'TransferDeclined',
]);

const standings = {
  TransferStarted: 'started',
  TransferDebited: 'debited',
  TransferSettled: 'settled',
  TransferDeclined: 'declined',
} as const;

function outcomesOf({
  event,
  stream,
}: ReceivedEvent<Handled<typeof outcomes>>): readonly RowChange<RunOutcome>[] {
  const executionId = streams.execution.idOf(stream);
  const { parts = [wholePart] } = event.data;
  const reason = event.type === 'TransferDeclined' ? event.data.reason : null;
  const standing = standings[event.type];
  const left = event.type === 'TransferStarted' ? (event.data.declined ?? []) : [];
  return [
    ...parts.map((part) => ({ put: { executionId, part, standing, reason } })),
    ...left.map((one) => ({ put: { executionId, ...one, standing: 'declined' as const } })),
  ];
}

/** The outcomes of transfers, with the parts that a transfer leaves out. */
export const runOutcomesProjection: Projection<RunOutcome, Handled<typeof outcomes>> = {
  name: 'run-outcomes',
  version: 1,
  entity: RunOutcome,
  eventTypes: outcomes.types,
  rowsOf: outcomesOf,
};
