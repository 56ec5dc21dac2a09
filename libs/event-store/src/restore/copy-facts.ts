import { Client } from 'pg';
import { tombstoneType } from '../write/tombstone.js';

/** What a service's database has: by these numbers a restored copy is compared with the database that it comes from. */
export interface CopyFacts {
  readonly events: number;
  readonly streams: number;
  /** When the newest event was stored; null without events. */
  readonly newestEventAt: Date | null;
  /** Streams whose row is newer than their events: the copy is not of one moment. */
  readonly tornStreams: number;
}

const facts = `
select (select count(*)::int from es.event) as events,
       (select count(*)::int from es.stream) as streams,
       (select max(at) from es.event) as "newestEventAt",
       (select count(*)::int
          from es.stream s
          left join es.event e on e.stream_id = s.stream_id and e.version = s.version
         where s.stream_type <> '${tombstoneType}' and e.stream_id is null) as "tornStreams"`;

/** Reads the whole table of events of a service's database, without changing it. Throws errors of the driver. */
export async function copyFacts(url: string): Promise<CopyFacts> {
  const client = new Client({ connectionString: url, application_name: 'nordgate-restore-drill' });
  await client.connect();
  try {
    const { rows } = await client.query<CopyFacts>(facts);
    const [row] = rows;
    if (!row) throw new Error('the database did not answer');
    return row;
  } finally {
    await client.end();
  }
}

/** When the newest event of a database was stored, by its index alone; null without events. Throws errors of the driver. */
export async function newestEventAt(url: string): Promise<Date | null> {
  const client = new Client({ connectionString: url, application_name: 'nordgate-restore-drill' });
  await client.connect();
  try {
    const { rows } = await client.query<{ at: Date }>(
      'select at from es.event order by tx desc, position desc limit 1',
    );
    return rows[0]?.at ?? null;
  } finally {
    await client.end();
  }
}
