import { beginningsOf } from '@nordgate/decider';
import type { AnyStreamType } from '@nordgate/decider';
import type { Pool } from 'pg';
import { tombstoneType } from '../write/stream-types.js';
import type { Tombstone } from './export-part.js';
import type { DeletedHistory } from './rewrite-part.js';

/** Whose deletions an export follows. */
export interface DeletionSearch {
  readonly streams: readonly AnyStreamType[];
  /** What was deleted an hour before this time, ISO 8601: a transaction of then has ended by now. */
  readonly startedAt: string;
}

const tombstones = `
select stream_id as "streamId", state from es.stream
 where stream_id = any ($1) and stream_type = '${tombstoneType}'
   and (state ->> 'deletedAt')::timestamptz < $2::timestamptz - interval '1 hour'`;

/** Where the first event that a stream has is one at which it may begin, everything before it was deleted. */
const begun = `
select distinct on (e.stream_id) e.stream_id as "streamId", e.version::int as version, e.type
  from es.stream s join es.event e using (stream_id)
 where s.stream_id = any ($1) and s.stream_type = any ($2) order by e.stream_id, e.version`;

interface BegunRow {
  readonly streamId: string;
  readonly version: number;
  readonly type: string;
}

/** What the database has deleted of these streams, by their ids. Throws errors of the driver. */
export async function deletedHistories(
  pool: Pool,
  streamIds: readonly string[],
  { streams, startedAt }: DeletionSearch,
): Promise<ReadonlyMap<string, DeletedHistory>> {
  const found = new Map<string, DeletedHistory>();
  const buried = await pool.query<{ streamId: string; state: Omit<Tombstone, 'streamId'> }>(
    tombstones,
    [streamIds, startedAt],
  );
  for (const { streamId, state } of buried.rows) {
    found.set(streamId, { below: state.version + 1, tombstone: { streamId, ...state } });
  }
  const beginningTypes = streams.filter((one) => beginningsOf(one).length > 0);
  if (beginningTypes.length === 0) return found;
  const names = beginningTypes.map(({ name }) => name);
  const events = new Set(beginningTypes.flatMap(beginningsOf));
  const { rows } = await pool.query<BegunRow>(begun, [streamIds, names]);
  for (const { streamId, version, type } of rows) {
    if (events.has(type)) found.set(streamId, { below: version });
  }
  return found;
}
