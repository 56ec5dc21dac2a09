import type { BatchCommands } from '@nordgate/contracts/commands';
import type { RunEvent, ScheduleEvent } from '@nordgate/contracts/events';
import { generationOf, runIdOf } from '@nordgate/contracts/rules';
import { defined, nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { BatchRun } from '../domain/batch-run.js';
import { slotPlace } from '../domain/schedule.js';
import type { Schedule } from '../domain/schedule.js';

export type OpenRun = CommandOf<BatchCommands, 'OpenRun'>;
type CloseRun = CommandOf<BatchCommands, 'CloseRun'>;
type StartRun = CommandOf<BatchCommands, 'StartRun'>;

/**
 * Opens a run, or nothing while another one is open. A slot that is not after the last opened one is opened
 * never again: two replicas and a clock that jumps back repeat no slot (rulings on the batch).
 */
export function openRun(
  { data, meta, stream }: OpenRun,
  schedule: Schedule,
): Decision<ScheduleEvent> {
  const { day, slot, request, by } = data;
  const isRepeat = schedule.requests.some((one) => one.request === request);
  const hasPassed = slot !== undefined && slotPlace(day, slot) <= (schedule.lastSlot ?? '');
  if (schedule.open !== undefined || isRepeat || hasPassed) return nothing;
  const name = slot ?? `now-${String(schedule.onDemand + 1)}`;
  const runId = runIdOf(day, name, generationOf(stream));
  const opened = { runId, day, slot: name, by, at: meta.at, ...defined({ request }) };
  return [{ type: 'RunOpened', data: opened }];
}

/** The run that is open now; null where nothing was opened. */
export function openRunReceipt({ open }: Schedule): { readonly runId: string | null } {
  return { runId: open?.runId ?? null };
}

/** The next run may be opened. */
export function closeRun({ data, meta }: CloseRun, { open }: Schedule): Decision<ScheduleEvent> {
  if (open?.runId !== data.runId) return nothing;
  return [{ type: 'RunClosed', data: { runId: data.runId, at: meta.at } }];
}

/** Begins a run; a repeat changes nothing. Refuses CONFLICT another content. */
export function startRun({ data, meta }: StartRun, run: BatchRun): Decision<RunEvent> {
  if (run.is === 'none') return [{ type: 'RunStarted', data: { ...data, at: meta.at } }];
  return run.day === data.day && run.slot === data.slot ? nothing : refuse('CONFLICT');
}
