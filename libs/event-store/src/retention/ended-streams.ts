import { hasEndedAny } from '@nordgate/decider';
import type { AnyStreamType } from '@nordgate/decider';
import type { Pool } from 'pg';
import { stateAfter } from '../write/stored-event.js';

/** How long the streams of a type are kept after their end. */
export interface Retention {
  readonly streamType: AnyStreamType;
  /** Calendar months after the last event, by the clock of the database. */
  readonly months: number;
}

/** A stream that has ended long enough ago and that everybody has read. */
export interface EndedStream {
  readonly streamId: string;
  /** The version that it must still have when it is deleted. */
  readonly version: number;
  /** Of its last event, in UTC: `YYYY-MM`. */
  readonly month: string;
}

/** How the streams of one page stand. */
export interface EndedPage {
  /** The last stream id of the page; undefined behind the last page. */
  readonly last: string | undefined;
  readonly deletable: readonly EndedStream[];
  /** Streams that are old enough and have ended, but that a checkpoint or a parked message holds back. */
  readonly heldBack: number;
}

/** A page is read by the primary key, so that no query looks at the whole table. */
const pageMax = 500;

/**
 * A stream is held back until every checkpoint has passed it, and as long as a parked message is about it. One
 * of the checkpoints must be a relay's: before the first start of a relay nobody else has the events. A table that a rebuild fills
 * would bring rows back: no stream is deleted before it has taken its place.
 *
 * @param tx SQL: the transaction that every checkpoint must have passed
 */
export const heldBackAt = (tx: string) => `
  (exists (select from es.checkpoint c where not pg_visible_in_snapshot(${tx}, c.prev))
   or not exists (select from es.checkpoint c
                   where not exists (select from es.projection p where p.name = c.name))
   or exists (select from es.projection p where p.shadow_version is not null)
   or exists (select from es.parked p
               where p.discarded_at is null
                 and (p.key = s.stream_id or position(s.stream_id in p.payload::text) > 0)))`;

/** `last_tx` is the transaction of the last event of a stream. */
export const heldBack = heldBackAt('s.last_tx');

const page = `
with page as materialized (
  select stream_id from es.stream
   where stream_type = $1 and stream_id > $2 order by stream_id limit ${String(pageMax)})
select s.stream_id as "streamId", s.version::int as version, ${heldBack} as "isHeldBack",
       to_char(last.at at time zone 'UTC', 'YYYY-MM') as month,
       last.at <= clock_timestamp() - make_interval(months => $3) as "isOld"
  from page join es.stream s using (stream_id)
  join es.event last on last.stream_id = s.stream_id and last.version = s.version
 where s.archive is null
 order by s.stream_id`;

const histories = `
select stream_id as "streamId", type, schema_version as "schemaVersion", data from es.event
 where stream_id = any ($1) order by stream_id, version`;

interface PageRow extends EndedStream {
  readonly isHeldBack: boolean;
  readonly isOld: boolean;
}

interface HistoryRow {
  readonly streamId: string;
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: unknown;
}

/**
 * Looks at one page of the streams of a type that are not in the archive, behind a stream id. A stream that this release cannot read
 * counts as one that has not ended. Throws errors of the driver.
 */
export async function endedPage(
  pool: Pool,
  { streamType, months }: Retention,
  after: string,
): Promise<EndedPage> {
  const { rows } = await pool.query<PageRow>(page, [streamType.name, after, months]);
  const old = rows.filter(({ isOld }) => isOld);
  const ids = old.map(({ streamId }) => streamId);
  const found = ids.length === 0 ? [] : (await pool.query<HistoryRow>(histories, [ids])).rows;
  const byStream = Map.groupBy(found, ({ streamId }) => streamId);
  const ended = old.filter(({ streamId }) => hasEnded(streamType, byStream.get(streamId) ?? []));
  return {
    last: rows.at(-1)?.streamId,
    deletable: ended
      .filter(({ isHeldBack }) => !isHeldBack)
      .map(({ streamId, version, month }) => ({ streamId, version, month })),
    heldBack: ended.filter(({ isHeldBack }) => isHeldBack).length,
  };
}

/** Folds the events, because the stored state may have the form of another release. */
function hasEnded(streamType: AnyStreamType, events: readonly HistoryRow[]): boolean {
  try {
    return hasEndedAny(streamType, stateAfter(streamType, events));
  } catch {
    return false;
  }
}
