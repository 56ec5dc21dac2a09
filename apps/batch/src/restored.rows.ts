import type { BatchEvent } from '@nordgate/contracts/events';
import type { RowWrite } from '@nordgate/decider';
import type { RestoredService } from '@nordgate/service/process';
import { batchMigrations, batchStreams } from './batch.module.js';
import { holdRow } from './hold/hold.rows.js';
import { knownRunRow } from './run/known-runs.rows.js';
import { pickedRows } from './run/picked.rows.js';

/** The batch service when its events are read back from the topic (docs/adr/0045). */
export const restoredBatch: RestoredService = {
  name: 'batch',
  streams: batchStreams,
  migrations: batchMigrations,
  events: 'batch.events.v1',
  restoredRows: (stream, event) => restoredRows(stream, event as BatchEvent),
};

/** The rows of runs, of what they picked and of holds. They are otherwise written with the command that caused the event. */
export function restoredRows(stream: string, event: BatchEvent): readonly RowWrite[] {
  const { type, data } = event;
  if (type === 'RunStarted' || type === 'RunCompleted') {
    return [knownRunRow(stream, type === 'RunCompleted')];
  }
  if (type === 'PaymentsPicked') return pickedRows({ stream, data });
  if (type === 'ExecutionHeld' || type === 'ExecutionReleased') {
    return [holdRow(stream, type === 'ExecutionHeld', data.at)];
  }
  return [];
}
