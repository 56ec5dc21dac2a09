import type { Pool, PoolClient } from 'pg';
import {
  bury,
  deleteEvents,
  histories,
  lockCheckpoints,
  removeRows,
} from '../retention/delete-streams.js';
import type { DeletionPlace } from '../retention/delete-streams.js';
import { heldBack } from '../retention/ended-streams.js';
import { forgetCommands, leavingEvents } from '../retention/forget-commands.js';
import { fingerprintOf } from '../retention/fingerprint.js';
import { inTransaction } from '../sql/in-transaction.js';
import { toStoredText } from '../write/stored-text.js';
import type { EventTextRow } from '../write/stored-text.js';
import { monthPrefix } from './archive-file.js';
import type { EventArchive, NotedFile } from './event-archive.js';
import type { WholeStream } from './archive-file.js';

/** What is deleted from the archive of a service. */
export interface ArchiveDeletion extends DeletionPlace {
  readonly archive: EventArchive;
  readonly service: string;
  /** Months by the name of the stream type. */
  readonly months: Readonly<Record<string, number>>;
  /** Told before each step. What it throws ends the sweep there. */
  readonly onStep?: (step: ArchiveDeletionStep) => void | Promise<void>;
  /** Told after each file. */
  readonly onDeleted?: (streamType: string, count: number) => void;
}

export type ArchiveDeletionStep = 'file' | 'commit' | 'key' | 'objects' | 'month';

interface Month {
  readonly streamType: string;
  readonly month: string;
}

/** All streams of a month had their last event before its end. */
const overMonths = `
select m.stream_type as "streamType", to_char(m.month, 'YYYY-MM') as month
  from es.archive_month m join unnest($1::text[], $2::int[]) w (stream_type, months) using (stream_type)
 where (m.month + interval '1 month') at time zone 'UTC' <= clock_timestamp() - make_interval(months => w.months)
 order by m.month, m.stream_type`;

const filesOfMonth = `
select a.number, a.stream_type as "streamType", to_char(a.month, 'YYYY-MM') as month, a.object, m.key
  from es.archive a join es.archive_month m using (stream_type, month)
 where a.stream_type = $1 and a.month = ($2 || '-01')::date order by a.number`;

/**
 * Deletes the streams of every file whose month is over: their retention has ended. Tombstones stay. When all files of a month are
 * deleted, first the key of the month is destroyed, and then its objects are removed, also those that a kill has left. A kill anywhere
 * leaves work that the next call does. Call it in one replica at a time. It ends early when the signal aborts.
 *
 * @returns how many streams were deleted, and how many are held back
 * @throws as `EventArchive.file`; errors of the store and of the driver, and UnprojectableEventError. What was deleted before stays deleted
 */
export async function deleteArchived(
  options: ArchiveDeletion,
  signal: AbortSignal,
): Promise<{ readonly deleted: number; readonly heldBack: number }> {
  const { database, months, onDeleted } = options;
  const count = { deleted: 0, heldBack: 0 };
  const { rows } = await database.pool.query<Month>(overMonths, [
    Object.keys(months),
    Object.values(months),
  ]);
  for (const month of rows) {
    const files = await filesOf(database.pool, month);
    for (const file of files) {
      if (signal.aborted) return count;
      const { deleted, left } = await deleteFile(options, file);
      count.deleted += deleted;
      count.heldBack += left;
      if (deleted > 0) onDeleted?.(month.streamType, deleted);
    }
    if (signal.aborted) return count;
    if ((await filesOf(database.pool, month)).length === 0) await endMonth(options, month);
  }
  return count;
}

async function filesOf(pool: Pool, { streamType, month }: Month): Promise<readonly NotedFile[]> {
  return (await pool.query<NotedFile>(filesOfMonth, [streamType, month])).rows;
}

/** Streams that had an event after they were archived wait until that event is old enough, too. */
const lockArchived = `
select s.stream_id as "streamId" from es.stream s
 where s.stream_id = any ($1) and s.archive = $2 and not ${heldBack}
   and not exists (
     select from es.event e
      where e.stream_id = s.stream_id and e.at > clock_timestamp() - make_interval(months => $3))
 order by s.stream_id for update of s skip locked`;
const countLeft = `
select count(*)::int as left from es.stream where stream_id = any ($1) and archive = $2`;
const forgetFile = 'delete from es.archive where number = $1';

/** Streams per transaction: each deletes what the projections have of them. */
const batchMax = 50;

async function deleteFile(
  { onStep = () => undefined, ...options }: ArchiveDeletion,
  noted: NotedFile,
): Promise<{ readonly deleted: number; readonly left: number }> {
  const { archive, database } = options;
  await onStep('file');
  const file = await archive.file(noted);
  let deleted = 0;
  for (let at = 0; at < file.streamIds.length; at += batchMax) {
    const ids = file.streamIds.slice(at, at + batchMax);
    deleted += await inTransaction(database.pool, async (client) => {
      const streams = await lockStreamsOf(client, options, { noted, ids });
      const whole = streams.map(({ streamId }) => file.stream(streamId));
      await deleteWhole(client, options, whole);
      await onStep('commit');
      return streams.length;
    });
  }
  const { rows } = await database.pool.query<{ left: number }>(countLeft, [
    file.streamIds,
    noted.number,
  ]);
  const left = rows[0]?.left ?? 0;
  if (left === 0) await database.pool.query(forgetFile, [noted.number]);
  return { deleted, left };
}

async function lockStreamsOf(
  client: PoolClient,
  { months }: Pick<ArchiveDeletion, 'months'>,
  { noted, ids }: { readonly noted: NotedFile; readonly ids: readonly string[] },
): Promise<readonly { readonly streamId: string }[]> {
  await client.query(lockCheckpoints);
  const values = [ids, noted.number, months[noted.streamType]];
  return (await client.query<{ streamId: string }>(lockArchived, values)).rows;
}

async function deleteWhole(
  client: PoolClient,
  { projections, deleteWith }: DeletionPlace,
  streams: readonly WholeStream[],
): Promise<void> {
  const ids = streams.map(({ streamId }) => streamId);
  if (ids.length === 0) return;
  const { rows: late } = await client.query<EventTextRow>(histories, [ids]);
  const byStream = Map.groupBy(late, ({ stream_id }) => stream_id);
  const events = streams.flatMap(({ streamId, events: archived }) => [
    ...archived,
    ...(byStream.get(streamId) ?? []).map(toStoredText),
  ]);
  for (const part of projections) await removeRows(client, part, events);
  await deleteWith?.(client, ids);
  // Those of the archive went with their events.
  await forgetCommands(client, leavingEvents(late));
  await client.query(deleteEvents, [ids]);
  const fingerprints = streams.map(({ streamId, fingerprint }) =>
    fingerprintOf(byStream.get(streamId) ?? [], fingerprint),
  );
  await client.query(bury, [ids, fingerprints]);
}

const lockMonth = `
select from es.archive_month where stream_type = $1 and month = ($2 || '-01')::date for update`;
const destroyKey = `
update es.archive_month m set key = null
 where m.stream_type = $1 and m.month = ($2 || '-01')::date
   and not exists (select from es.archive a where a.stream_type = m.stream_type and a.month = m.month)`;
const forgetMonth = `
delete from es.archive_month where stream_type = $1 and month = ($2 || '-01')::date`;

/** The key goes first: an object that cannot be removed, or of which the store keeps a version, cannot be read any more. */
async function endMonth(
  { archive, database, service, onStep = () => undefined }: ArchiveDeletion,
  { streamType, month }: Month,
): Promise<void> {
  await onStep('key');
  // A file that is being noted is seen once the lock is there.
  const isDestroyed = await inTransaction(database.pool, async (client) => {
    await client.query(lockMonth, [streamType, month]);
    return (await client.query(destroyKey, [streamType, month])).rowCount === 1;
  });
  if (!isDestroyed) return;
  archive.forget();
  await onStep('objects');
  for (const name of await archive.store.list(monthPrefix({ service, streamType, month }))) {
    await archive.store.remove(name);
  }
  await onStep('month');
  await database.pool.query(forgetMonth, [streamType, month]);
}
