import { streams } from '@nordgate/contracts/rules';
import { EventStore } from '@nordgate/event-store';
import type { RunningWork, StartWork } from '@nordgate/service';
import { instrumentsOf, measureRegularly } from '@nordgate/telemetry';
import { scheduleStream } from '../domain/schedule.js';
import type { ExecuteRunsOptions } from '../execute-runs/execute-runs.work.js';
import { unopenedSlot } from '../execute-runs/run-steps.work.js';
import type { RunWorker } from '../execute-runs/run-steps.work.js';
import { isInMaintenance } from '../maintenance/maintenance.rows.js';
import { secondsSince } from '../run/due-slot.js';
import { oldestOpening } from '../execute-runs/busy-worlds.rows.js';
import { batchCounts } from './batch-counts.rows.js';

/** The parts of a worker that a measurement reads. */
export type MeasuredBatch = Pick<RunWorker, 'database' | 'store' | 'terms' | 'environment' | 'now'>;

/**
 * Measures the batch in the background until it stops. Every replica measures the whole service from its
 * database, so the gauges are also right while no replica leads.
 */
export function startMeasuring(
  { database }: Parameters<StartWork>[0],
  { terms, environment, now = () => new Date() }: ExecuteRunsOptions,
): RunningWork {
  const store = new EventStore(database, [scheduleStream]);
  const measuring = measureRegularly({
    measure: () => measureBatch({ database, store, terms, environment, now }),
    forget: forgetBatch,
  });
  return {
    stop: () => {
      measuring.stop();
      return Promise.resolve();
    },
  };
}

/** Measures once. Rejects when the database does not answer. */
export async function measureBatch(batch: MeasuredBatch): Promise<void> {
  const { database } = batch;
  const { age, delay } = await delaysOf(batch);
  const { overdue, contradictions, lastEnd } = await batchCounts(database);
  instrumentsOf().openRunAge.record(age);
  instrumentsOf().slotDelay.record(delay);
  instrumentsOf().overdueTransfers.record(overdue);
  instrumentsOf().contradictions.record(contradictions);
  if (lastEnd === null) instrumentsOf().lastRunEnd.forget();
  else instrumentsOf().lastRunEnd.record(lastEnd);
}

/** How late the runs are, in seconds. */
interface RunDelays {
  /** Of the open run, in a sandbox of the oldest one. */
  readonly age: number;
  /** Of a slot for which no run was opened. A world has its own slots only with an order, so none of a sandbox is late. */
  readonly delay: number;
}

async function delaysOf(batch: MeasuredBatch): Promise<RunDelays> {
  const { database, store, environment, now } = batch;
  const ageOf = (at: string | undefined) =>
    at === undefined ? 0 : Math.max(0, (now().getTime() - Date.parse(at)) / 1000);
  if (environment !== 'production') return { age: ageOf(await oldestOpening(database)), delay: 0 };
  const { state } = await store.state(scheduleStream, streams.schedule.id(0, environment));
  const age = ageOf(state.open?.at);
  // A slot that waits for the end of maintenance is not late.
  if (await isInMaintenance(database, now())) return { age, delay: 0 };
  const late = await unopenedSlot({ ...batch, generation: 0 }, state);
  return { age, delay: late === undefined ? 0 : Math.max(0, secondsSince(late, now())) };
}

function forgetBatch(): void {
  const { contradictions, lastRunEnd, openRunAge, overdueTransfers, slotDelay } = instrumentsOf();
  for (const gauge of [contradictions, lastRunEnd, openRunAge, overdueTransfers, slotDelay]) {
    gauge.forget();
  }
}
