import type { BatchEvent } from '@nordgate/contracts/events';
import type { RowWrite } from '@nordgate/decider';
import { holdRow } from './hold-execution/hold.rows.js';
import { knownRunRow } from './open-run/known-runs.rows.js';
import { pickedRows } from './pick-payments/picked.rows.js';

/**
 * The rows of an event that is read back from the topic: runs, what they picked, and holds. The rows are otherwise written
 * with the command that caused the event.
 */
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
