import type { OrderPosition, RunCounts, RunEvent, RunName } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { defined, streamType, unreachable } from '@nordgate/decider';

/** A run as the fold of its events. */
export type BatchRun = { readonly is: 'none' } | KnownRun;

export interface KnownRun extends RunName {
  readonly is: 'picking' | 'picked' | 'completed';
  readonly startedAt: string;
  readonly picked: number;
  /** The last payment that was picked; absent before the first page. */
  readonly last?: OrderPosition;
  readonly held: number;
  /** What became of everything, once the run has completed. */
  readonly counts?: RunCounts;
  readonly completedAt?: string;
}

function evolve(run: BatchRun, event: RunEvent): BatchRun {
  if (event.type === 'RunStarted') {
    const { runId, day, slot, at: startedAt } = event.data;
    return { is: 'picking', runId, day, slot, startedAt, picked: 0, held: 0 };
  }
  if (run.is === 'none') throw new Error(`${event.type} before RunStarted`);
  switch (event.type) {
    case 'PaymentsPicked': {
      const { payments, last } = event.data;
      return { ...run, picked: run.picked + payments.length, last };
    }
    case 'PickingEnded':
      return { ...run, is: 'picked', held: event.data.held };
    case 'RunCompleted': {
      const { counts, at: completedAt } = event.data;
      return { ...run, is: 'completed', ...defined({ counts, completedAt }) };
    }
    default:
      return unreachable(event);
  }
}

/** Streams `batch-run-<day>-<slot>`. */
export const batchRunStream = streamType<BatchRun, RunEvent, 'batch-run'>({
  name: streams.batchRun.category,
  stateVersion: 1,
  initial: { is: 'none' },
  evolve,
  events: {
    RunStarted: { version: 1 },
    PaymentsPicked: { version: 1 },
    PickingEnded: { version: 1 },
    RunCompleted: { version: 1 },
  },
  hasEnded: ({ is }) => is === 'completed',
});
