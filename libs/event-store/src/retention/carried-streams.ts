import type { AnyStreamType } from '@nordgate/decider';
import type { Database } from '../sql/database.js';

/** A stream of one page. */
export interface CarriedStream {
  readonly stream: string;
  /** Of its last event. */
  readonly version: number;
  /** It neither began nor was carried forward in this month, and there is something to carry. */
  readonly isDue: boolean;
  /** The day of which it needs nothing before, YYYY-MM-DD in UTC; null where nothing can be dropped. */
  readonly before: string | null;
}

/** The time of the database, and days that follow from it. */
export interface CarryDays {
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly monthStart: string;
  /** So many months before `at`. */
  readonly heldFrom: string;
}

const days = `
select to_char(now, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, to_char(now, 'YYYY-MM-01') as "monthStart",
       to_char(now - make_interval(months => $1), 'YYYY-MM-DD') as "heldFrom"
  from (select clock_timestamp() at time zone 'UTC' as now) clock`;

/** The days of now, for events that are held so many months. Throws errors of the driver. */
export async function carryDays(
  { pool }: Pick<Database, 'pool'>,
  months: number,
): Promise<CarryDays> {
  const { rows } = await pool.query<CarryDays>(days, [months]);
  const [found] = rows;
  if (found === undefined) throw new Error('the database told no time');
  return found;
}

/** A page is read by the primary key, so that no query looks at the whole table. */
const pageMax = 500;

/**
 * A stream that began before this month is carried forward where an event came after the last time that does not forget it, and dropped from where such an
 * event is old and has others before it. This reads the events of each stream, so it is for streams of few events.
 */
const page = `
with page as materialized (
  select stream_id from es.stream
   where stream_type = $1 and stream_id > $2 order by stream_id limit ${String(pageMax)})
select s.stream_id as stream, s.version::int as version,
       first.version < s.version and last_carried.version is distinct from s.version
         and last.type is distinct from $6::text
         and coalesce(last_carried.at, first.at) < $4::timestamp at time zone 'UTC' as "isDue",
       case when first_carried.at < $5::timestamp at time zone 'UTC' then $5 end as before
  from page join es.stream s using (stream_id)
  join es.event last on last.stream_id = s.stream_id and last.version = s.version
 cross join lateral (
       select e.version, e.at from es.event e where e.stream_id = s.stream_id order by e.version limit 1) first
  left join lateral (
       select e.version, e.at from es.event e
        where e.stream_id = s.stream_id and e.type = $3 order by e.version desc limit 1) last_carried on true
  left join lateral (
       select e.at from es.event e
        where e.stream_id = s.stream_id and e.type = $3 and e.version > first.version
        order by e.version limit 1) first_carried on true
 order by s.stream_id`;

/**
 * A page of streams behind a stream id, in the order of their ids.
 *
 * @throws errors of the driver
 */
export async function carriedPage(
  { pool }: Pick<Database, 'pool'>,
  { name, carriedForwardBy, forgottenBy }: AnyStreamType,
  after: string,
  { monthStart, heldFrom }: CarryDays,
): Promise<readonly CarriedStream[]> {
  const values = [name, after, carriedForwardBy, monthStart, heldFrom, forgottenBy];
  return (await pool.query<CarriedStream>(page, values)).rows;
}
