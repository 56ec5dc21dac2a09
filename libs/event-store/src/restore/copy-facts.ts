import { Client } from 'pg';
import { tombstoneType } from '../write/stream-types.js';

/** What a service's database has: by these numbers a restored copy is compared with the database that it comes from. */
export interface CopyFacts {
  readonly events: number;
  readonly streams: number;
  /** When the newest event was stored; null without events. */
  readonly newestEventAt: Date | null;
  /** Streams whose row is newer than their events: the copy is not of one moment. The events of archived streams are elsewhere. */
  readonly tornStreams: number;
}

/** When a read of a database ends without an answer. */
export interface ReadLimit {
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

/** A copy of an older release has no column for the archive. */
const facts = `
select (select count(*)::int from es.event) as events,
       (select count(*)::int from es.stream) as streams,
       (select max(at) from es.event) as "newestEventAt",
       (select count(*)::int
          from es.stream s
          left join es.event e on e.stream_id = s.stream_id and e.version = s.version
         where s.stream_type <> '${tombstoneType}' and e.stream_id is null
            and to_jsonb(s) ->> 'archive' is null) as "tornStreams"`;

const connectMs = 30_000;
/** The client waits this much longer, so that the server's error is the one that is reported. */
const answerMs = 5000;

/** Reads the whole table of events of a service's database, without changing it. Throws errors of the driver, also at the limit. */
export async function copyFacts(url: string, limit: ReadLimit): Promise<CopyFacts> {
  const [row] = await rowsOf<CopyFacts>(url, facts, limit);
  if (!row) throw new Error('the database did not answer');
  return row;
}

/** When the newest event of a database was stored, by its index alone; null without events. Throws as `copyFacts` does. */
export async function newestEventAt(url: string, limit: ReadLimit): Promise<Date | null> {
  const newest = 'select at from es.event order by tx desc, position desc limit 1';
  const [row] = await rowsOf<{ at: Date }>(url, newest, limit);
  return row?.at ?? null;
}

async function rowsOf<Row extends object>(
  url: string,
  query: string,
  { limitMs, signal }: ReadLimit,
): Promise<readonly Row[]> {
  signal.throwIfAborted();
  const client = new Client({
    connectionString: url,
    application_name: 'nordgate-restore-drill',
    statement_timeout: limitMs,
    query_timeout: limitMs + answerMs,
    connectionTimeoutMillis: Math.min(limitMs, connectMs),
  });
  // The query fails, too: an error without a listener would end the process.
  client.on('error', () => undefined);
  const stop = () => void client.end();
  try {
    await client.connect();
    signal.throwIfAborted();
    signal.addEventListener('abort', stop);
    return (await client.query<Row>(query)).rows;
  } finally {
    signal.removeEventListener('abort', stop);
    await client.end();
  }
}
