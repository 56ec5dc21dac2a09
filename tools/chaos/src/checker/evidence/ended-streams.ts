import { fileBehind } from '@nordgate/event-store';
import type { Database, EventArchive } from '@nordgate/event-store';
import type { StoredFact, StreamRow } from './evidence.js';

/** What the table of events of a service does not have any more. */
interface Left {
  readonly events: readonly StoredFact[];
  /** The streams that were deleted. */
  readonly streams: readonly StreamRow[];
}

/**
 * Where chaos copies the events of a stream before it makes them old. `months` is how old they are then: the bank may delete only
 * what is old enough, so an event of any other deleted stream is missing.
 */
export const keptEvents = `
create schema if not exists chaos;
create table if not exists chaos.kept (
  stream_id text not null, version bigint not null, id uuid not null, type text not null, data json not null,
  months int not null, primary key (stream_id, version))`;

const deletedStreams = `
select s.stream_id as stream, (s.version - 1)::int as version, '{}'::json as state from es.stream s
 where s.stream_type = 'tombstone'
   and exists (select from chaos.kept k where k.stream_id = s.stream_id and k.months >= $1)`;

const deletedEvents = `
select k.stream_id as stream, k.version::int as version, k.type, k.id::text as id, k.data from chaos.kept k
 where k.stream_id = any ($1) order by k.stream_id, k.version`;

/** The retention of the profile of chaos. */
export const retentionMonths = 72;

/** The events that are in the archive of a service, and those that it has deleted. A bank without an archive has neither. */
export async function leftTheTable({
  pool,
  archive,
}: Pick<Database, 'pool' | 'archive'>): Promise<Left> {
  if (archive === undefined) return { events: [], streams: [] };
  const archived = await archivedIn(pool, archive);
  const { rows } = await pool.query<{ is: boolean }>(
    `select to_regclass('chaos.kept') is not null as is`,
  );
  if (rows[0]?.is !== true) return { events: archived, streams: [] };
  const { rows: streams } = await pool.query<StreamRow>(deletedStreams, [retentionMonths]);
  const ids = streams.map(({ stream }) => stream);
  const { rows: deleted } = await pool.query<StoredFact>(deletedEvents, [ids]);
  return { events: [...archived, ...deleted], streams };
}

async function archivedIn(pool: Database['pool'], archive: EventArchive): Promise<StoredFact[]> {
  const facts: StoredFact[] = [];
  for (let noted = await fileBehind(pool, 0); noted !== undefined;) {
    const file = await archive.file(noted);
    const { rows } = await pool.query<{ id: string }>(
      'select stream_id as id from es.stream where stream_id = any ($1) and archive = $2',
      [file.streamIds, noted.number],
    );
    for (const { id: stream } of rows) {
      for (const { id, version, type, data } of file.stream(stream).events) {
        facts.push({ stream, version, type, id, data });
      }
    }
    noted = await fileBehind(pool, noted.number);
  }
  return facts;
}
