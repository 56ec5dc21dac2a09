import type { PoolClient } from 'pg';
import { changesOf } from '../projections/page-reader.js';
import type { ProjectionWork } from '../projections/page-reader.js';
import { writeRows } from '../projections/projection-table.js';
import { inTransaction } from '../sql/in-transaction.js';
import type { Database } from '../sql/database.js';
import type { StoredEvent } from '../write/stored-event.js';
import { toStoredText } from '../write/stored-text.js';
import type { EventTextRow } from '../write/stored-text.js';
import { tombstoneStateVersion, tombstoneType } from '../write/stream-types.js';
import { heldBack } from './ended-streams.js';
import { forgetCommands, leavingEvents } from './forget-commands.js';
import { fingerprintOf } from './fingerprint.js';
import type { EndedStream } from './ended-streams.js';

/** What else the transaction of a deletion deletes, e.g. rows of the service about these streams. */
export type DeleteWith = (client: PoolClient, streamIds: readonly string[]) => Promise<void>;

/** Where streams are deleted. */
export interface DeletionPlace {
  readonly database: Pick<Database, 'pool'>;
  readonly projections: readonly Pick<ProjectionWork, 'projection' | 'table' | 'types'>[];
  readonly deleteWith?: DeleteWith;
}

/** Readers wait for the end of the transaction, and no reader starts meanwhile: a rebuild, for example. */
export const lockCheckpoints = 'lock table es.checkpoint in share mode';

/** Streams that are not in the archive, in the order of an append. A stream that an append has locked is left for the next sweep. */
export const lockStreams = `
select s.stream_id as "streamId"
  from unnest($1::text[], $2::bigint[]) w (id, version)
  join es.stream s on s.stream_id = w.id and s.version = w.version
 where s.stream_type <> '${tombstoneType}' and s.archive is null and not ${heldBack}
 order by s.stream_id for update of s skip locked`;

/** $1: ids of streams. */
export const histories = `
select position, tx, stream_id, version, id, type, schema_version, at, meta, data::text as json
  from es.event where stream_id = any ($1) order by stream_id, version`;

/** $1: ids of streams. */
export const deleteEvents = 'delete from es.event where stream_id = any ($1)';

/** Leaves tombstones. $1: ids of streams; $2: the fingerprints of their histories. */
export const bury = `
update es.stream s
   set stream_type = '${tombstoneType}', version = s.version + 1, last_tx = pg_current_xact_id(),
       state_version = ${String(tombstoneStateVersion)}, updated_at = now(), archive = null,
       state = jsonb_build_object('streamType', s.stream_type, 'version', s.version,
                 'fingerprint', w.fingerprint, 'deletedAt', clock_timestamp())
  from unnest($1::text[], $2::text[]) w (id, fingerprint)
 where s.stream_id = w.id`;

/**
 * Deletes the events of streams, the ids of their commands, and what projections made of them, in one transaction; tombstones stay.
 * Streams that changed since they were found, or that are held back by now, are left out.
 *
 * @returns the streams that were deleted
 * @throws errors of the driver, and UnprojectableEventError; nothing is deleted then
 */
export async function deleteStreams(
  { database, projections, deleteWith }: DeletionPlace,
  streams: readonly Pick<EndedStream, 'streamId' | 'version'>[],
): Promise<readonly string[]> {
  return inTransaction(database.pool, async (client) => {
    await client.query(lockCheckpoints);
    const locked = await client.query<{ streamId: string }>(lockStreams, [
      streams.map(({ streamId }) => streamId),
      streams.map(({ version }) => version),
    ]);
    const ids = locked.rows.map(({ streamId }) => streamId);
    if (ids.length === 0) return ids;
    const { rows } = await client.query<EventTextRow>(histories, [ids]);
    for (const part of projections) await removeRows(client, part, rows.map(toStoredText));
    await deleteWith?.(client, ids);
    await forgetCommands(client, leavingEvents(rows));
    await client.query(deleteEvents, [ids]);
    const byStream = Map.groupBy(rows, ({ stream_id }) => stream_id);
    await client.query(bury, [ids, ids.map((id) => fingerprintOf(byStream.get(id) ?? []))]);
    return ids;
  });
}

/** Removes the rows that the projection made of these events: a rebuild without them makes none. */
export async function removeRows(
  client: PoolClient,
  { projection, table, types }: DeletionPlace['projections'][number],
  events: readonly StoredEvent[],
): Promise<void> {
  const { eventTypes } = projection;
  const read = events.filter(({ type }) => eventTypes.includes(type));
  const removals = changesOf({ projection, types }, read).map((change) => ({
    remove: 'put' in change ? change.put : change.remove,
  }));
  await writeRows(client, 'public', table, removals);
}
