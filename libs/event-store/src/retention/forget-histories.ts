import type { AnyStreamType } from '@nordgate/decider';
import type { Projection } from '../projections/projection.js';
import { inTransaction } from '../sql/in-transaction.js';
import type { Database } from '../sql/database.js';
import { heldBack } from './ended-streams.js';

/** Where histories are forgotten. */
export interface ForgettingPlace {
  readonly database: Pick<Database, 'pool'>;
  readonly streams: readonly AnyStreamType[];
  readonly projections?: readonly Projection[];
}

/** A type of streams that may be forgotten. */
interface Forgettable {
  readonly name: string;
  /** The type of the event that forgets what was before it. */
  readonly by: string;
}

/** As a deletion of streams: no reader moves meanwhile, so each sees all events of a history or none. */
const lockCheckpoints = 'lock table es.checkpoint in share mode';

/** A stream that an append has locked keeps its history for now. */
const lockStreams = `
select s.stream_id as "streamId" from es.stream s
 where s.stream_id = any ($1) and not ${heldBack}
 order by s.stream_id for update of s skip locked`;

/** The last event of each stream that has forgotten what was before. */
const lastForgotten = `
select e.stream_id, max(e.version) as version from es.event e
 where e.stream_id = any ($1) and e.type = any ($2) group by e.stream_id`;

const deleteHistories = `
delete from es.event e using (${lastForgotten}) f
 where e.stream_id = f.stream_id and e.version < f.version`;

const remaining = `
select distinct e.stream_id as "streamId" from es.event e join (${lastForgotten}) f using (stream_id)
 where e.version < f.version`;

interface StreamRow {
  readonly streamId: string;
}

/**
 * Deletes the events of streams that are older than the last event by which the stream was forgotten (ADR 66). Row,
 * version and state of the stream stay, so an append at the same time is not affected. Idempotent.
 *
 * @returns the streams that still have such events: a reader has not passed them, a parked message names them, or an
 *   append has locked them
 * @throws errors of the driver; nothing is deleted then
 */
export async function forgetHistories(
  place: ForgettingPlace,
  streamIds: readonly string[],
): Promise<readonly string[]> {
  const events = forgettableIn(place).map(({ by }) => by);
  if (streamIds.length === 0 || events.length === 0) return [];
  return inTransaction(place.database.pool, async (client) => {
    await client.query(lockCheckpoints);
    const { rows: locked } = await client.query<StreamRow>(lockStreams, [streamIds]);
    const ids = locked.map(({ streamId }) => streamId);
    if (ids.length > 0) await client.query(deleteHistories, [ids, events]);
    const { rows: left } = await client.query<StreamRow>(remaining, [streamIds, events]);
    return left.map(({ streamId }) => streamId);
  });
}

/** A page is read by the primary key, so that no query looks at the whole table. */
const pageMax = 500;

/** Streams that nobody has used since they were forgotten. What has been used again, an operator forgets by its id. */
const page = `
with page as materialized (
  select stream_id from es.stream
   where stream_type = $1 and stream_id > $2 order by stream_id limit ${String(pageMax)})
select s.stream_id as "streamId",
       last.type = $3 and exists (
         select from es.event e where e.stream_id = s.stream_id and e.version < s.version) as "isLeft"
  from page join es.stream s using (stream_id)
  join es.event last on last.stream_id = s.stream_id and last.version = s.version
 order by s.stream_id`;

interface PageRow extends StreamRow {
  readonly isLeft: boolean;
}

/** Streams per transaction. */
const batchMax = 50;

/**
 * Deletes the histories of all forgotten streams that nobody has used since. Call it in one replica at a time. It ends
 * early when the signal aborts.
 *
 * @returns how many histories were deleted
 * @throws as `forgetHistories`; what was deleted before stays deleted
 */
export async function forgetAll(place: ForgettingPlace, signal: AbortSignal): Promise<number> {
  let count = 0;
  for (const { name, by } of forgettableIn(place)) {
    for (let after: string | undefined = ''; after !== undefined && !signal.aborted;) {
      const found = await place.database.pool.query<PageRow>(page, [name, after, by]);
      const rows: readonly PageRow[] = found.rows;
      const ids = rows.filter((one) => one.isLeft).map((one) => one.streamId);
      for (let at = 0; at < ids.length && !signal.aborted; at += batchMax) {
        const batch = ids.slice(at, at + batchMax);
        count += batch.length - (await forgetHistories(place, batch)).length;
      }
      after = rows.at(-1)?.streamId;
    }
  }
  return count;
}

/**
 * The types whose streams may be forgotten. Throws for one without the event, and for one whose events a projection
 * reads: its rows would differ from those of a rebuild.
 */
function forgettableIn({ streams, projections = [] }: ForgettingPlace): readonly Forgettable[] {
  const read = new Set<string>(projections.flatMap(({ eventTypes }) => eventTypes));
  return streams.flatMap(({ name, forgottenBy: by, events }) => {
    if (by === undefined) return [];
    if (!Object.hasOwn(events, by)) throw new Error(`${name} streams have no event ${by}`);
    const other = Object.keys(events).find((type) => read.has(type));
    if (other !== undefined) throw new Error(`${name} streams cannot be forgotten: ${other}`);
    return [{ name, by }];
  });
}
