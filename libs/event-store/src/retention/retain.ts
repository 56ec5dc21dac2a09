import { setTimeout as pause } from 'node:timers/promises';
import type { AnyStreamType } from '@nordgate/decider';
import { tableOf } from '../projections/projection-table.js';
import type { Projection } from '../projections/projection.js';
import type { Database } from '../sql/database.js';
import { StreamTypes } from '../write/stream-types.js';
import { deleteStreams } from './delete-streams.js';
import type { DeleteWith, DeletionPlace } from './delete-streams.js';
import { endedPage } from './ended-streams.js';
import type { EndedPage, EndedStream, Retention } from './ended-streams.js';

/** What a service keeps, and for how long. */
export interface RetentionOptions {
  readonly database: Database;
  readonly streams: readonly AnyStreamType[];
  readonly projections?: readonly Projection[];
  /** Months by the name of the stream type. Streams of all other types are never deleted. */
  readonly months: Readonly<Record<string, number>>;
  readonly deleteWith?: DeleteWith;
  /** Streams per transaction. Default 50. */
  readonly batchMax?: number;
  /** After each transaction, in milliseconds. Default 200. */
  readonly pauseMs?: number;
  /** Told after each transaction. */
  readonly onDeleted?: (streamType: string, count: number) => void;
}

/** What one sweep did with the streams of a type, or would do. */
export interface RetentionCount {
  readonly streamType: string;
  readonly months: number;
  /** Streams that were deleted; of a count, those that would be. */
  readonly deleted: number;
  /** Old and ended, but a checkpoint or a parked message holds them back. */
  readonly heldBack: number;
}

/**
 * The retention of each stream type. Throws for a type that the service does not have or that does not say
 * when its streams have ended.
 */
export function retentionsOf({
  streams,
  months,
}: Pick<RetentionOptions, 'streams' | 'months'>): readonly Retention[] {
  return Object.entries(months).map(([name, count]) => {
    const streamType = streams.find((one) => one.name === name);
    if (streamType?.hasEnded === undefined) throw new Error(`${name} streams are never deleted`);
    if (!(Number.isInteger(count) && count > 0)) throw new Error(`${name}: no number of months`);
    return { streamType, months: count };
  });
}

/** Nobody retries a message that was discarded; what the operator wrote about it is in the log as well. */
const deleteDiscarded = `
delete from es.parked where discarded_at < clock_timestamp() - interval '90 days'`;

/**
 * Deletes every stream that has ended, is past its retention and has been read by everybody, in small
 * transactions (ADR 40), and parked messages that were discarded 90 days ago. Call it in one replica at a time. It ends early when the signal aborts.
 *
 * @returns counts per stream type
 * @throws as `deleteStreams`; what was deleted before stays deleted
 */
export async function deleteEnded(
  options: RetentionOptions,
  signal: AbortSignal,
): Promise<readonly RetentionCount[]> {
  const { batchMax = 50, pauseMs = 200, onDeleted } = options;
  const place = deletionPlaceOf(options);
  await options.database.pool.query(deleteDiscarded);
  return sweep(options, signal, async ({ streamType }, deletable) => {
    let deleted = 0;
    for (let at = 0; at < deletable.length && !signal.aborted; at += batchMax) {
      const gone = await deleteStreams(place, deletable.slice(at, at + batchMax));
      deleted += gone.length;
      if (gone.length > 0) onDeleted?.(streamType.name, gone.length);
      await pause(pauseMs, undefined, { signal }).catch(() => undefined);
    }
    return deleted;
  });
}

/** Counts what `deleteEnded` would delete now, and deletes nothing. Throws errors of the driver. */
export async function countEnded(
  options: Pick<RetentionOptions, 'database' | 'streams' | 'months'>,
): Promise<readonly RetentionCount[]> {
  const { signal } = new AbortController();
  return sweep(options, signal, (_retention, { length }) => Promise.resolve(length));
}

async function sweep(
  options: Pick<RetentionOptions, 'database' | 'streams' | 'months'>,
  signal: AbortSignal,
  act: (retention: Retention, deletable: readonly EndedStream[]) => Promise<number>,
): Promise<readonly RetentionCount[]> {
  const counts: RetentionCount[] = [];
  for (const retention of retentionsOf(options)) {
    const { streamType, months } = retention;
    let [deleted, heldBack] = [0, 0];
    for (let after: string | undefined = ''; after !== undefined && !signal.aborted;) {
      const page: EndedPage = await endedPage(options.database.pool, retention, after);
      deleted += await act(retention, page.deletable);
      heldBack += page.heldBack;
      after = page.last;
    }
    counts.push({ streamType: streamType.name, months, deleted, heldBack });
  }
  return counts;
}

/** Where the streams of a service are deleted. */
export function deletionPlaceOf({
  database,
  streams,
  projections = [],
  deleteWith,
}: Pick<RetentionOptions, 'database' | 'streams' | 'projections' | 'deleteWith'>): DeletionPlace {
  const types = new StreamTypes(streams);
  return {
    database,
    projections: projections.map((projection) => ({
      projection,
      types,
      table: tableOf(database.dataSource, projection),
    })),
    ...(deleteWith && { deleteWith }),
  };
}
