import type { AnyStreamType } from '@nordgate/decider';
import type { PoolClient } from 'pg';
import type { Tombstone } from '../export/export-part.js';
import type { Queryable } from '../read/checkpoint.js';
import { tombstoneStateVersion, tombstoneType } from '../write/stream-types.js';

const writeTombstones = `
insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state)
select w.id, '${tombstoneType}', w.version + 1, pg_current_xact_id(), ${String(tombstoneStateVersion)}, w.state
  from unnest($1::text[], $2::bigint[], $3::jsonb[]) w (id, version, state)
 order by w.id
on conflict (stream_id) do nothing`;

/** A stream that an older database has in part: its last events are deleted everywhere. */
const cutStreams = `
select s.stream_id as "streamId", s.version::int as version, w.version::int as last
  from unnest($1::text[], $2::bigint[]) w (id, version)
  join es.stream s on s.stream_id = w.id
 where s.stream_type <> '${tombstoneType}' and s.version < w.version`;

/** A stream whose last events can no longer be imported. */
export interface CutStream {
  readonly streamId: string;
  /** What the store has of it. */
  readonly version: number;
  readonly last: number;
}

/**
 * Writes the tombstones of streams that the store does not have. A stream that it has stays for the sweep of retention. Errors of
 * the driver pass through.
 *
 * @returns how many were written, and the streams of which the store lacks the last events
 */
export async function buryLeftOut(
  pool: Queryable,
  tombstones: readonly Tombstone[],
): Promise<{ readonly buried: number; readonly cut: readonly CutStream[] }> {
  const byStream = new Map(tombstones.map((one) => [one.streamId, one]));
  if (byStream.size === 0) return { buried: 0, cut: [] };
  const ids = [...byStream.keys()];
  const versions = [...byStream.values()].map(({ version }) => version);
  const states = [...byStream.values()].map(({ streamId: _id, ...state }) => JSON.stringify(state));
  const { rowCount } = await pool.query(writeTombstones, [ids, versions, states]);
  const { rows } = await pool.query<CutStream>(cutStreams, [ids, versions]);
  return { buried: rowCount ?? 0, cut: rows };
}

/** A stream that begins at an event which forgets what was before it. */
export interface Beginning {
  readonly streamId: string;
  readonly streamType: AnyStreamType;
  /** The version before its first event. */
  readonly version: number;
}

const writeBeginnings = `
insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state)
select w.id, w.type, w.version, pg_current_xact_id(), w.state_version, w.state
  from unnest($1::text[], $2::text[], $3::bigint[], $4::integer[], $5::jsonb[]) w (id, type, version, state_version, state)
 order by w.id
on conflict (stream_id) do update
   set version = excluded.version, last_tx = excluded.last_tx,
       state_version = excluded.state_version, state = excluded.state, updated_at = now()`;

/** Lets streams go on at a version whose earlier events were forgotten, in the transaction of the caller. Errors of the driver pass through. */
export async function beginAt(client: PoolClient, beginnings: readonly Beginning[]): Promise<void> {
  if (beginnings.length === 0) return;
  await client.query(writeBeginnings, [
    beginnings.map(({ streamId }) => streamId),
    beginnings.map(({ streamType }) => streamType.name),
    beginnings.map(({ version }) => version),
    beginnings.map(({ streamType }) => streamType.stateVersion),
    beginnings.map(({ streamType }) => JSON.stringify(streamType.initial)),
  ]);
}
