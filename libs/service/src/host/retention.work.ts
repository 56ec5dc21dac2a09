import { deleteEnded, retentionsOf } from '@nordgate/event-store';
import type { Database, RetentionOptions } from '@nordgate/event-store';
import { attributeNames, instrumentsOf } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import { startLeadingWork } from './leading-work.js';
import type { RunningWork } from './leading-work.js';

/**
 * Deletes rows of a service that repeat personal data of its streams and have their own term. @returns their number
 */
export type DeleteRows = (database: Pick<Database, 'pool'>, signal: AbortSignal) => Promise<number>;

/** What is deleted, and where progress is told. */
export interface RetentionWork extends Omit<RetentionOptions, 'onDeleted'> {
  readonly log: Log;
  readonly deleteRows?: DeleteRows | undefined;
  /** Between two sweeps. Default six hours. */
  readonly restMs?: number;
}

const restDefaultMs = 6 * 3600 * 1000;

/**
 * Deletes the streams and rows whose retention is over, in one of the replicas, again and again (ADR 40). Throws for a
 * stream type that is never deleted.
 */
export function startRetention({
  log,
  deleteRows,
  restMs = restDefaultMs,
  ...options
}: RetentionWork): RunningWork {
  const onDeleted = (streamType: string, count: number) =>
    instrumentsOf().deletedStreams.add(count, { [attributeNames.streamType]: streamType });
  // The counters are there before their first count.
  for (const { streamType } of retentionsOf(options)) onDeleted(streamType.name, 0);
  return startLeadingWork({
    database: options.database,
    log,
    name: 'retention',
    restMs,
    work: async (leading) => {
      for (const count of await deleteEnded({ ...options, onDeleted }, leading)) {
        const { streamType, deleted, heldBack } = count;
        if (deleted + heldBack === 0) continue;
        log.info({ streamType, deleted, heldBack }, 'streams past their retention were deleted');
      }
      const rows = await deleteRows?.(options.database, leading);
      if (rows !== undefined && rows > 0) {
        log.info({ deleted: rows }, 'rows past their retention were deleted');
      }
    },
  });
}
