import { streams } from '@nordgate/contracts/rules';
import { EventStore } from '@nordgate/event-store';
import type { RunningWork, StartWork } from '@nordgate/service';
import { instrumentsOf, measureRegularly } from '@nordgate/telemetry';
import { scheduleStream } from '../domain/schedule.js';
import type { ExecuteRunsOptions } from '../execute-runs/execute-runs.work.js';
import { unopenedSlot } from '../execute-runs/run-steps.work.js';
import type { RunWorker } from '../execute-runs/run-steps.work.js';
import { isInMaintenance } from '../maintenance/maintenance.rows.js';
import { secondsSince } from '../open-run/due-slot.js';
import { busyGenerations } from '../order-book/known-generation.rows.js';
import { batchCounts } from './batch-counts.queries.js';

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
  const delays: RunDelays[] = [];
  for (const generation of await busyGenerations(database, batch.environment)) {
    delays.push(await delaysOf({ ...batch, generation }));
  }
  const { overdue, contradictions, lastEnd } = await batchCounts(database);
  instrumentsOf().openRunAge.record(Math.max(0, ...delays.map(({ age }) => age)));
  instrumentsOf().slotDelay.record(Math.max(0, ...delays.map(({ delay }) => delay)));
  instrumentsOf().overdueTransfers.record(overdue);
  instrumentsOf().contradictions.record(contradictions);
  if (lastEnd === null) instrumentsOf().lastRunEnd.forget();
  else instrumentsOf().lastRunEnd.record(lastEnd);
}

/** How late the runs of a world are, in seconds. */
interface RunDelays {
  /** Of the open run. */
  readonly age: number;
  /** Of a slot for which no run was opened. */
  readonly delay: number;
}

async function delaysOf(world: MeasuredBatch & Pick<RunWorker, 'generation'>): Promise<RunDelays> {
  const { database, store, environment, generation, now } = world;
  const { state } = await store.state(scheduleStream, streams.schedule.id(generation, environment));
  const openedMs = state.open === undefined ? undefined : Date.parse(state.open.at);
  const age = openedMs === undefined ? 0 : (now().getTime() - openedMs) / 1000;
  // A slot that waits for the end of maintenance is not late, and a world has its own slots only with an order.
  const waits = environment !== 'production' || (await isInMaintenance(database, now()));
  const late = waits ? undefined : await unopenedSlot(world, state);
  return { age, delay: late === undefined ? 0 : secondsSince(late, now()) };
}

function forgetBatch(): void {
  const { contradictions, lastRunEnd, openRunAge, overdueTransfers, slotDelay } = instrumentsOf();
  for (const gauge of [contradictions, lastRunEnd, openRunAge, overdueTransfers, slotDelay]) {
    gauge.forget();
  }
}
