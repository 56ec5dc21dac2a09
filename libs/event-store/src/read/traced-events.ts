import type { Queryable } from './checkpoint.js';

/** An event whose command belonged to a trace. */
export interface TracedRow {
  readonly stream: string;
  readonly version: number;
  readonly type: string;
  readonly at: Date;
  readonly actor: string;
}

/** The newest events of a database that a search for a trace reads; no index leads from a trace to its events. */
export const tracedEventsMax = 20_000;

/**
 * The events of a trace among the newest {@link tracedEventsMax} events, in the order of their append. Throws errors of
 * the driver.
 *
 * @param traceId 32 hexadecimal digits
 */
export async function tracedEvents(
  pool: Queryable,
  traceId: string,
  searched = tracedEventsMax,
): Promise<readonly TracedRow[]> {
  const { rows } = await pool.query<TracedRow & { version: string }>({
    name: 'es.traced_events',
    text: `
select stream_id as stream, version, type, at, meta->>'actor' as actor
  from (select tx, position, stream_id, version, type, at, meta from es.event order by tx desc, position desc limit $2) newest
 where split_part(meta->>'traceparent', '-', 2) = $1
 order by tx, position`,
    values: [traceId, searched],
  });
  return rows.map((row) => ({ ...row, version: Number(row.version) }));
}

/** The size of the database with its indexes, in bytes. Throws errors of the driver. */
export async function databaseBytes(pool: Queryable): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>({
    name: 'es.database_bytes',
    text: 'select pg_database_size(current_database()) as bytes',
  });
  return Number(rows[0]?.bytes ?? 0);
}
