import type { BatchCommands } from '@nordgate/contracts/commands';
import type { RunEvent, ScheduleEvent } from '@nordgate/contracts/events';
import { generationOf, runIdOf } from '@nordgate/contracts/rules';
import { defined, nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { BatchRun } from '../domain/batch-run.js';
import { slotOnDemand, slotPlace } from '../domain/schedule.js';
import type { Schedule } from '../domain/schedule.js';

export type OpenRun = CommandOf<BatchCommands, 'OpenRun'>;
type CloseRun = CommandOf<BatchCommands, 'CloseRun'>;
type StartRun = CommandOf<BatchCommands, 'StartRun'>;

/**
 * Opens a run. While another one is open, a request joins that run, and a slot opens nothing. A slot is opened once: neither two replicas nor a clock
 * that jumps repeat one, and a clock that jumped ahead and is right again skips none (rulings on the batch).
 */
export function openRun(
  { data, meta, stream }: OpenRun,
  schedule: Schedule,
): Decision<ScheduleEvent> {
  const { day, slot, request, by } = data;
  const isRepeat = schedule.requests.some((one) => one.request === request);
  const wasOpened = slot !== undefined && schedule.slots.includes(slotPlace(day, slot));
  if (isRepeat || wasOpened) return nothing;
  if (schedule.open !== undefined) return joinRun(schedule.open.runId, request, meta.at);
  const name = slot ?? slotOnDemand(schedule.onDemand + 1);
  const runId = runIdOf(day, name, generationOf(stream));
  const opened = { runId, day, slot: name, by, at: meta.at, ...defined({ request }) };
  return [{ type: 'RunOpened', data: opened }];
}

/** The stream remembers the request, so that its repeat gets the same run after the run has ended. */
function joinRun(runId: string, request: string | undefined, at: string): Decision<ScheduleEvent> {
  if (request === undefined) return nothing;
  return [{ type: 'RunJoined', data: { runId, request, at } }];
}

/** The run of this very request, or the one that is open now; null where nothing was opened. */
export function openRunReceipt(
  { open, requests }: Schedule,
  { data: { request } }: OpenRun,
): { readonly runId: string | null } {
  const asked = requests.find((one) => one.request === request);
  return { runId: asked?.runId ?? open?.runId ?? null };
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
