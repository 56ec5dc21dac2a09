import type { BatchCommands, OpenRunReceipt } from '@nordgate/contracts/commands';
import type { RunEvent, RunQueued, ScheduleEvent } from '@nordgate/contracts/events';
import { generationOf, runIdOf } from '@nordgate/contracts/rules';
import { defined, nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { BatchRun } from '../domain/batch-run.js';
import { slotOnDemand, slotPlace } from '../domain/schedule.js';
import type { Schedule } from '../domain/schedule.js';

export type OpenRun = CommandOf<BatchCommands, 'OpenRun'>;
type CloseRun = CommandOf<BatchCommands, 'CloseRun'>;
type CarrySchedule = CommandOf<BatchCommands, 'CarrySchedule'>;
type StartRun = CommandOf<BatchCommands, 'StartRun'>;

/**
 * Opens a run. While another one is open, a request gets that run and one run on demand is queued behind it, and a
 * slot opens nothing. A slot is opened once: neither two replicas nor a clock that jumps repeat one, and a clock
 * that jumped ahead and is right again skips none (rulings on the batch).
 */
export function openRun(
  { data, meta, stream }: OpenRun,
  schedule: Schedule,
): Decision<ScheduleEvent> {
  const { day, slot, request, awaits, by } = data;
  const isRepeat = schedule.requests.some((one) => one.request === request);
  const wasOpened = slot !== undefined && schedule.slots.includes(slotPlace(day, slot));
  if (isRepeat || wasOpened) return nothing;
  const { at } = meta;
  const generation = generationOf(stream);
  if (schedule.open === undefined) {
    const name = slot ?? slotOnDemand(schedule.onDemand + 1);
    const runId = runIdOf(day, name, generation);
    const asked = defined({ request, awaits });
    return [{ type: 'RunOpened', data: { runId, day, slot: name, by, at, ...asked } }];
  }
  if (slot !== undefined) return nothing;
  const queued = queueRun({ day, by, at }, schedule, generation);
  if (request === undefined) return queued;
  const { runId } = schedule.open;
  const joined = { runId, request, at, ...defined({ awaits }) };
  return [...queued, { type: 'RunJoined', data: joined }];
}

/** One run follows the open one; it executes the last day that was asked for. */
function queueRun(
  { day, by, at }: { readonly day: string; readonly by: string; readonly at: string },
  { queued, onDemand }: Schedule,
  generation: number,
): readonly RunQueued[] {
  if (queued !== undefined && queued.day >= day) return [];
  const slot = queued?.slot ?? slotOnDemand(onDemand + 1);
  const runId = queued?.runId ?? runIdOf(day, slot, generation);
  return [{ type: 'RunQueued', data: { runId, day, slot, by, at } }];
}

/** What this very request has got; else the run that is open now, and null where nothing was opened. */
export function openRunReceipt(
  { open, requests }: Schedule,
  { data: { request } }: OpenRun,
): OpenRunReceipt {
  const asked = requests.find((one) => one.request === request);
  if (asked === undefined) {
    return { runId: open?.runId ?? null, ...defined({ startedAt: open?.at }) };
  }
  const { runId, startedAt, followingRunId } = asked;
  return { runId, ...defined({ startedAt, followingRunId }) };
}

/** Closes a run and opens the one that follows it, so that no process can end between the two. */
export function closeRun(
  { data, meta }: CloseRun,
  { open, queued }: Schedule,
): Decision<ScheduleEvent> {
  if (open?.runId !== data.runId) return nothing;
  const { at } = meta;
  const closed: ScheduleEvent = { type: 'RunClosed', data: { runId: data.runId, at } };
  if (queued === undefined) return [closed];
  const { awaits, ...run } = queued;
  const waits = awaits.length > 0 ? { awaits } : {};
  return [closed, { type: 'RunOpened', data: { ...run, ...waits, at } }];
}

/** Records the whole schedule, also with a run that is open (ADR 87). A schedule that has opened nothing has no state. */
export function carrySchedule(
  { meta }: CarrySchedule,
  schedule: Schedule,
): Decision<ScheduleEvent> {
  const { open, slots, onDemand } = schedule;
  if (open === undefined && slots.length === 0 && onDemand === 0) return nothing;
  return [{ type: 'ScheduleCarriedForward', data: { ...schedule, carriedAt: meta.at } }];
}

/** Begins a run; a repeat changes nothing. Refuses CONFLICT another content. */
export function startRun({ data, meta }: StartRun, run: BatchRun): Decision<RunEvent> {
  if (run.is === 'none') return [{ type: 'RunStarted', data: { ...data, at: meta.at } }];
  return run.day === data.day && run.slot === data.slot ? nothing : refuse('CONFLICT');
}
