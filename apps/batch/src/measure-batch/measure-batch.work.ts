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
import { currentGeneration } from '../order-book/known-generation.rows.js';
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
  const { database, store, environment, now } = batch;
  const { generation } = await currentGeneration(database);
  const { state } = await store.state(scheduleStream, streams.schedule.id(generation, environment));
  // A slot that waits for the end of maintenance is not late.
  const waits = await isInMaintenance(database, now());
  const late = waits ? undefined : await unopenedSlot(batch, state);
  const { overdue, contradictions, lastEnd } = await batchCounts(database);
  const openedMs = state.open === undefined ? undefined : Date.parse(state.open.at);
  const ageSeconds = openedMs === undefined ? 0 : (now().getTime() - openedMs) / 1000;
  instrumentsOf().openRunAge.record(Math.max(ageSeconds, 0));
  instrumentsOf().slotDelay.record(late === undefined ? 0 : secondsSince(late, now()));
  instrumentsOf().overdueTransfers.record(overdue);
  instrumentsOf().contradictions.record(contradictions);
  if (lastEnd === null) instrumentsOf().lastRunEnd.forget();
  else instrumentsOf().lastRunEnd.record(lastEnd);
}

function forgetBatch(): void {
  const { contradictions, lastRunEnd, openRunAge, overdueTransfers, slotDelay } = instrumentsOf();
  for (const gauge of [contradictions, lastRunEnd, openRunAge, overdueTransfers, slotDelay]) {
    gauge.forget();
  }
}
