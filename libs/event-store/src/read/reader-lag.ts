import type { Queryable } from './checkpoint.js';

/** A reader of the event table. */
export interface LaggingReader {
  /** The name of its checkpoint. */
  readonly name: string;
  /** The types that it reads. Default all. */
  readonly eventTypes?: readonly string[] | undefined;
}

/** What a reader has not handled. */
export interface ReaderLag {
  /** Events, counted up to `eventsMax`. */
  readonly events: number;
  /** Age of the oldest of them by the clock of the database; 0 when there is none. */
  readonly seconds: number;
}

/** A count of more events than this would cost as much as reading them. */
const eventsMax = 10_000;

/**
 * The rest of the open window, then everything that became visible after it (`snapshot-delta-reader.ts`). A
 * reader without a checkpoint has read nothing.
 */
const lagStatement = {
  name: 'es.reader_lag',
  text: `
select count(e.at)::integer as events,
       greatest(coalesce(extract(epoch from clock_timestamp() - min(e.at)), 0), 0)::float8 as seconds
  from (select) one
  left join es.checkpoint c on c.name = $1
  left join lateral (
         select at from es.read_window(
           coalesce(c.prev, '3:3:'::pg_snapshot), coalesce(c.cur, pg_current_snapshot()),
           coalesce(c.last_tx, '0'::xid8), coalesce(c.last_position, 0), $2, $3)
         union all
         select at from es.read_window(c.cur, pg_current_snapshot(), '0'::xid8, 0, $2, $3)
          where c.cur is not null) e on true`,
};

/**
 * How far a reader is behind, as any process can see it in the database. The reader need not run. Throws
 * errors of the driver.
 */
export async function readerLag(
  pool: Queryable,
  { name, eventTypes }: LaggingReader,
): Promise<ReaderLag> {
  const values = [name, eventsMax, eventTypes ?? null];
  const { rows } = await pool.query<ReaderLag>({ ...lagStatement, values });
  return rows[0] ?? { events: 0, seconds: 0 };
}
