import type { BatchCommands } from '@nordgate/contracts/commands';
import type { OrderPosition, RunEvent } from '@nordgate/contracts/events';
import { nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { BatchRun } from '../domain/batch-run.js';

export type PickPayments = CommandOf<BatchCommands, 'PickPayments'>;
type EndPicking = CommandOf<BatchCommands, 'EndPicking'>;
type CompleteRun = CommandOf<BatchCommands, 'CompleteRun'>;

/**
 * Notes the next page of due payments, so that payments claims them. Refuses CONFLICT a page that does not
 * begin where the last one ended: another replica has picked meanwhile, or the run has all payments.
 */
export function pickPayments({ data, meta }: PickPayments, run: BatchRun): Decision<RunEvent> {
  if (run.is === 'none') return refuse('RESOURCE_UNKNOWN');
  const { payments, after, last } = data;
  if (payments.length === 0) return refuse('FORMAT_ERROR', { path: '/payments' });
  if (run.is !== 'picking' || !isSame(run.last, after)) return refuse('CONFLICT');
  const { runId, day } = run;
  return [{ type: 'PaymentsPicked', data: { runId, day, payments, last, at: meta.at } }];
}

function isSame(one: OrderPosition | undefined, other: OrderPosition | null): boolean {
  if (one === undefined || other === null) return one === undefined && other === null;
  const { isUrgent, dueDay, paymentId } = one;
  return isUrgent === other.isUrgent && dueDay === other.dueDay && paymentId === other.paymentId;
}

/** No more payments are due in this run. */
export function endPicking({ data, meta }: EndPicking, run: BatchRun): Decision<RunEvent> {
  if (run.is === 'none') return refuse('RESOURCE_UNKNOWN');
  if (run.is !== 'picking') return nothing;
  const { runId, picked } = run;
  return [{ type: 'PickingEnded', data: { runId, picked, held: data.held, at: meta.at } }];
}

/** Everything that the run picked has an outcome. */
export function completeRun({ data, meta }: CompleteRun, run: BatchRun): Decision<RunEvent> {
  if (run.is === 'none') return refuse('RESOURCE_UNKNOWN');
  if (run.is === 'picking') return refuse('CONFLICT');
  if (run.is === 'completed') return nothing;
  return [{ type: 'RunCompleted', data: { runId: run.runId, counts: data.counts, at: meta.at } }];
}
