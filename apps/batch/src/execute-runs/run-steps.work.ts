import { randomUUID } from 'node:crypto';
import type { BatchCommands } from '@nordgate/contracts/commands';
import type { ExecutionTerms } from '@nordgate/contracts/profile';
import { dayInOslo, generationOf, runIdOf, streams } from '@nordgate/contracts/rules';
import { isRefusal } from '@nordgate/decider';
import type { Database, EventStore } from '@nordgate/event-store';
import type { LocalCommands } from '@nordgate/messaging';
import { instrumentsOf } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import { batchRunStream } from '../domain/batch-run.js';
import type { KnownRun } from '../domain/batch-run.js';
import { scheduleStream, slotPlace } from '../domain/schedule.js';
import type { Schedule } from '../domain/schedule.js';
import { dueSlot } from '../run/due-slot.js';
import type { Slot } from '../run/due-slot.js';
import { instantSlot } from '../run/known-runs.rows.js';
import { dueStandingSlot, ordersOf, standingSlot } from '../run/standing-slot.js';
import type { BusyWorld } from './busy-worlds.rows.js';
import {
  dueOrders,
  heldOrders,
  instantOrders,
  standingOrders,
} from '../order-book/due-orders.rows.js';
import { sinceOf } from '../order-book/known-generation.rows.js';
import { unseenOrders } from '../order-book/unseen-orders.queries.js';
import { pickedCounts } from '../run/run-report.rows.js';

/** What the leader of the runs works with in a world. */
export interface RunWorker extends BusyWorld {
  readonly database: Pick<Database, 'pool'>;
  readonly store: Pick<EventStore, 'state'>;
  readonly commands: Pick<LocalCommands, 'execute'>;
  readonly log: Pick<Log, 'info' | 'error'>;
  readonly terms: Pick<ExecutionTerms, 'runs'>;
  readonly environment: string;
  /** The time in the world. */
  readonly now: () => Date;
}

/** Whether a step changed something, so that the next one may follow at once. */
export type Step = 'moved' | 'waits';

/** Payments that are picked together. Each page costs a look at the worlds, and their states. */
const pageMax = 250;

/** Opens the slot of the profile that is due, if the schedule of the world has not opened it. */
export function openDueSlot(worker: RunWorker): Promise<Step> {
  return openSlot(worker, workingSlot);
}

/** Opens the standing slot of a world that is ahead of the clocks, where an order is due. */
export function openStandingSlot(worker: RunWorker): Promise<Step> {
  return openSlot(worker, workingStandingSlot);
}

/** Whether a slot is due that the schedule has not opened and that has an order. */
export async function isSlotLeft(worker: RunWorker, schedule: Schedule): Promise<boolean> {
  const left = (await workingSlot(worker, schedule)) ?? workingStandingSlot(worker, schedule);
  return (await left) !== undefined;
}

async function openSlot(worker: RunWorker, dueIn: typeof workingSlot): Promise<Step> {
  const schedule = streams.schedule.id(worker.generation, worker.environment);
  const { state } = await worker.store.state(scheduleStream, schedule);
  const due = state.open === undefined ? await dueIn(worker, state) : undefined;
  if (due === undefined) return 'waits';
  return decide(worker, 'OpenRun', schedule, { ...due, by: 'scheduler' });
}

async function workingSlot(worker: RunWorker, schedule: Schedule): Promise<Slot | undefined> {
  const due = await unopenedSlot(worker, schedule);
  return due !== undefined && (await hasWork(worker, due.day)) ? due : undefined;
}

async function workingStandingSlot(
  { aheadMs = 0, database, generation, now, terms }: RunWorker,
  { slots }: Schedule,
): Promise<Slot | undefined> {
  if (aheadMs === 0) return undefined;
  const due = dueStandingSlot(now(), terms.runs);
  if (slots.includes(slotPlace(due.day, due.slot))) return undefined;
  const { last } = await standingOrders(database, { generation, day: due.day }, undefined, 1);
  return last === undefined ? undefined : due;
}

/** A bank opens each of its slots, also for nothing; a world of the sandbox those with an order. */
async function hasWork(
  { database, environment, generation }: RunWorker,
  day: string,
): Promise<boolean> {
  if (environment === 'production') return true;
  return (await dueOrders(database, { generation, day }, undefined, 1)).last !== undefined;
}

/** The slot that is due and that the schedule has not opened. */
export async function unopenedSlot(
  {
    database,
    generation,
    terms,
    now,
  }: Pick<RunWorker, 'database' | 'generation' | 'terms' | 'now'>,
  { slots }: Schedule,
): Promise<Slot | undefined> {
  const due = dueSlot(now(), terms.runs, await sinceOf(database, generation));
  if (due === undefined || slots.includes(slotPlace(due.day, due.slot))) return undefined;
  return due;
}

/** Takes the open run one step further; a run that was left at any step goes on there. */
export async function advanceOpenRun(worker: RunWorker): Promise<Step> {
  const schedule = streams.schedule.id(worker.generation, worker.environment);
  const { state } = await worker.store.state(scheduleStream, schedule);
  const { open } = state;
  if (open === undefined) return 'waits';
  const { runId, day, slot, by, awaits = [] } = open;
  const stream = streams.batchRun.id(runId);
  const { state: run } = await worker.store.state(batchRunStream, stream);
  switch (run.is) {
    case 'none':
      // A world was moved, and this service has not heard of it: its events would be earlier than the opening of the run.
      if (day > dayInOslo(worker.now())) return 'waits';
      if ((await unseenOrders(worker.database, awaits)).length > 0) return 'waits';
      worker.log.info({ run: runId }, 'a run begins');
      return decide(worker, 'StartRun', stream, { runId, day, slot, by });
    case 'picking':
      return pickDue(worker, stream, run);
    case 'picked': {
      const step = await completeWhenEnded(worker, stream, run, noteInProgress);
      if (step === 'moved' || !(await isAnotherDue(worker, state))) return step;
      noteInProgress(0);
      return decide(worker, 'CloseRun', schedule, { runId });
    }
    case 'completed':
      return decide(worker, 'CloseRun', schedule, { runId });
  }
}

/** An outcome may take days: a run that waits for one keeps neither the next slot nor a queued run from its payments. */
async function isAnotherDue(worker: RunWorker, schedule: Schedule): Promise<boolean> {
  return schedule.queued !== undefined || (await unopenedSlot(worker, schedule)) !== undefined;
}

async function pickDue(worker: RunWorker, stream: string, run: KnownRun): Promise<Step> {
  const due = { generation: generationOf(run.runId), day: run.day };
  const orders = run.slot === standingSlot ? standingOrders : dueOrders;
  const { payments, last } = await orders(worker.database, due, run.last, pageMax);
  if (last === undefined) return endPicking(worker, stream, run);
  const page = { payments, after: run.last ?? null, last };
  const step = await decide(worker, 'PickPayments', stream, page);
  const more = step === 'moved' ? payments.length : 0;
  notePicked(worker, run, more);
  noteInProgress(run.picked + more);
  return step;
}

async function endPicking(worker: RunWorker, stream: string, run: KnownRun): Promise<Step> {
  const { runId, day, slot, picked } = run;
  const due = { generation: generationOf(runId), day };
  const held = await heldOrders(worker.database, ordersOf(slot), due, null);
  worker.log.info({ run: runId, picked, held }, 'a run has picked all payments that are due');
  return decide(worker, 'EndPicking', stream, { held });
}

async function completeWhenEnded(
  worker: RunWorker,
  stream: string,
  run: KnownRun,
  note: (inProgress: number) => void = () => undefined,
): Promise<Step> {
  const { runId, held } = run;
  const picked = await pickedCounts(worker.database, { run: stream, tpp: null });
  note(picked.inProgress);
  if (picked.inProgress > 0) return 'waits';
  const counts = { ...picked, due: picked.due + held, held };
  const step = await decide(worker, 'CompleteRun', stream, { counts });
  if (step === 'moved') {
    instrumentsOf().completedRuns.add(1);
    worker.log.info({ run: runId, ...counts }, 'a run is completed');
  }
  return step;
}

/** Of the open run only: the counts of two runs in turn would look like progress. */
function noteInProgress(count: number): void {
  instrumentsOf().runInProgress.record(count);
}

/** Payments between two lines of the log. */
const progressEvery = 1000;

function notePicked({ log }: RunWorker, { runId, picked }: KnownRun, more: number): void {
  instrumentsOf().pickedPayments.add(more);
  const isNext = Math.floor((picked + more) / progressEvery) > Math.floor(picked / progressEvery);
  if (isNext) log.info({ run: runId, picked: picked + more }, 'a run is picking');
}

/** Picks what is approved of instant products, in the run of today. */
export async function pickInstant(worker: RunWorker): Promise<Step> {
  const { generation } = worker;
  const due = { generation, day: dayInOslo(worker.now()) };
  const isAny = (await instantOrders(worker.database, due, 1)).payments.length > 0;
  if (!isAny) return 'waits';
  const runId = runIdOf(due.day, instantSlot, generation);
  const stream = streams.batchRun.id(runId);
  const { state: run } = await worker.store.state(batchRunStream, stream);
  if (run.is === 'none') {
    const start = { runId, day: due.day, slot: instantSlot, by: 'scheduler' };
    return decide(worker, 'StartRun', stream, start);
  }
  // Read after the state: a page of before would have what another replica has just picked.
  const { payments, last } = await instantOrders(worker.database, due, pageMax);
  if (last === undefined) return 'waits';
  const page = { payments, after: run.last ?? null, last };
  const step = await decide(worker, 'PickPayments', stream, page);
  notePicked(worker, run, step === 'moved' ? payments.length : 0);
  return step;
}

/** Closes what a reset has left open in the schedule of an older generation. Its payments stay as they are. */
export async function closeEndedSchedule(worker: RunWorker): Promise<Step> {
  const schedule = streams.schedule.id(worker.generation, worker.environment);
  const { open } = (await worker.store.state(scheduleStream, schedule)).state;
  return open === undefined ? 'waits' : decide(worker, 'CloseRun', schedule, { runId: open.runId });
}

/**
 * Ends the runs that the schedule does not lead, each once everything in it has an outcome: those of instant
 * payments after their day, and those that made room for the next slot.
 */
export async function completeOtherRuns(worker: RunWorker): Promise<Step> {
  const schedule = streams.schedule.id(worker.generation, worker.environment);
  const { open } = (await worker.store.state(scheduleStream, schedule)).state;
  const today = dayInOslo(worker.now());
  let step: Step = 'waits';
  for (const stream of worker.uncompleted) {
    const { state: run } = await worker.store.state(batchRunStream, stream);
    if (run.is === 'none' || run.runId === open?.runId) continue;
    if (run.slot === instantSlot && run.day >= today) continue;
    const close = run.is === 'picking' ? endPicking : completeWhenEnded;
    if ((await close(worker, stream, run)) === 'moved') step = 'moved';
  }
  return step;
}

/**
 * Gives a command to the own streams. Another replica may have been faster: a refusal is no error, and the next
 * look shows what has become of it. Throws when the command could not be decided.
 */
export async function decide<Type extends keyof BatchCommands>(
  { commands, now, aheadMs = 0 }: Pick<RunWorker, 'commands' | 'now' | 'aheadMs'>,
  type: Type,
  stream: string,
  data: BatchCommands[Type]['data'],
): Promise<Step> {
  const ahead = aheadMs > 0 ? { aheadMs } : {};
  const meta = { at: now().toISOString(), ...ahead, actor: 'system:batch' };
  const outcome = await commands.execute({ type, id: randomUUID(), stream, data, meta });
  return isRefusal(outcome) ? 'waits' : 'moved';
}
