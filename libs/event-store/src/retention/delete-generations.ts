import type { Pool } from 'pg';
import type { Database } from '../sql/database.js';

/** A table whose rows belong to generations. */
export interface GenerationTable {
  readonly name: string;
  /** SQL: a row `t` is of the generations in the array `$1`. */
  readonly isOf: string;
  /** SQL: the generation of a row `t`; null where another table has rows of the same generation. */
  readonly generation: string;
}

/** What is deleted, and where. */
export interface GenerationDeletion {
  readonly database: Pick<Database, 'pool'>;
  /** The service's tables. */
  readonly tables: readonly GenerationTable[];
  /** What the id of a stream in a column says. */
  readonly byStream: (column: string) => Omit<GenerationTable, 'name'>;
  readonly generations: readonly number[];
  /** Streams whose last event is younger stay for now. */
  readonly restMs: number;
  /** Blocks of a table that one statement reads. Default 500, which are 4 MB. */
  readonly blocksMax?: number;
}

/** Which part of a table one statement reads: a scan of a range of blocks, whatever the size of the table and its indexes. */
const inRange = 't.ctid >= $2::tid and t.ctid < $3::tid';

const deleteRows = ({ name, isOf, generation }: GenerationTable) => `
with gone as (delete from ${name} t where ${inRange} and ${isOf} returning ${generation} as generation)
select distinct generation::float8 as generation from gone`;

/**
 * No tombstone stays: an id of an ended generation is never used again. Streams that changed lately, or that somebody has
 * locked, are left for the next pass, and counted. A reader that is later misses events of a world that every service deletes.
 */
const deleteStreamsOf = ({ isOf, generation }: Omit<GenerationTable, 'name'>) => `
with found as materialized (
  select t.stream_id, ${generation} as generation from es.stream t where ${inRange} and ${isOf}),
gone as materialized (
  select s.stream_id from found join es.stream s using (stream_id)
   where s.updated_at <= clock_timestamp() - make_interval(secs => $4)
   for update of s skip locked),
events as (delete from es.event e using gone where e.stream_id = gone.stream_id),
streams as (delete from es.stream s using gone where s.stream_id = gone.stream_id)
select distinct generation::float8 as generation from found`;

const blocksOf = `
select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::float8 as blocks`;

interface FoundRow {
  readonly generation: number | null;
}

/**
 * Deletes everything of ended generations in one pass over the tables of the service and of the event store, in short
 * statements. It is idempotent, and a pass that was broken off is simply begun again. Ends early when the signal aborts.
 *
 * @returns the generations of which the pass found something, deleted or not: nothing is left of the others
 * @throws errors of the driver
 */
export async function deleteGenerations(
  {
    database: { pool },
    tables,
    byStream,
    generations,
    restMs,
    blocksMax = 500,
  }: GenerationDeletion,
  signal: AbortSignal,
): Promise<ReadonlySet<number>> {
  const ofStream = byStream('t.stream_id');
  const parked = { name: 'es.parked', ...byStream('t.key') };
  const all = [
    parked,
    ...tables,
    ...['es.claim', 'es.inbox'].map((name) => ({ name, ...ofStream })),
  ];
  const statements = [
    ...all.map((table) => ({ name: table.name, text: deleteRows(table), more: [] })),
    { name: 'es.stream', text: deleteStreamsOf(ofStream), more: [restMs / 1000] },
  ];
  if (await isRebuilding(pool)) return new Set(generations);
  const found = new Set<number>();
  for (const { name, text, more } of statements) {
    const blocks = await blocksIn(pool, name);
    for (let from = 0; from < blocks; from += blocksMax) {
      if (signal.aborted) return new Set(generations);
      const range = [`(${String(from)},0)`, `(${String(from + blocksMax)},0)`];
      const { rows } = await pool.query<FoundRow>(text, [generations, ...range, ...more]);
      for (const { generation } of rows) if (generation !== null) found.add(generation);
    }
  }
  return found;
}

/** A table that a rebuild fills would bring rows back: nothing is deleted before it has taken its place. */
async function isRebuilding(pool: Pool): Promise<boolean> {
  const text = 'select from es.projection where shadow_version is not null limit 1';
  return (await pool.query(text)).rowCount === 1;
}

async function blocksIn(pool: Pool, name: string): Promise<number> {
  const { rows } = await pool.query<{ blocks: number }>(blocksOf, [name]);
  return rows[0]?.blocks ?? 0;
}
