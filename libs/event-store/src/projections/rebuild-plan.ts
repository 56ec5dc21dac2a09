import type { PoolClient } from 'pg';
import { StaleReaderError } from '../read/checkpoint.js';
import type { Queryable } from '../read/checkpoint.js';
import type { Projection } from './projection.js';
import { sampleStreams } from './stream-ranges.js';
import type { SampleSize } from './stream-ranges.js';

/** What a rebuild reads before it follows the appends: the archive, and then the events that a snapshot sees. */
export interface RebuildPlan {
  readonly plan: string;
  /** Its transactions are read by ranges, all later ones in windows. */
  readonly snapshot: string;
  /** The last file of the archive that was read; 0 before the first. */
  readonly archived: number;
  readonly ranges: readonly EventRange[];
}

/** The events of some streams, and the last one of them that was read. */
export interface EventRange {
  readonly number: number;
  readonly streamId: string;
  readonly version: number;
  /** The last stream id of the range. */
  readonly until: string;
}

const lastStream = `select stream_id as "streamId" from es.event order by stream_id desc limit 1`;

const writePlan = `
insert into es.rebuild (name, snapshot, expected) values ($1, pg_current_snapshot(), $2) returning plan`;

const writeRanges = `
insert into es.rebuild_range (plan, number, stream_id, version, until)
select $1, w.number, w.after, w.version, w.until
  from unnest($2::integer[], $3::text[], $4::bigint[], $5::text[]) w (number, after, version, until)`;

/** A place behind every event of a stream. */
const behindStream = String(Number.MAX_SAFE_INTEGER);

/**
 * Plans a rebuild of what is committed now: ranges of stream ids with about as many events each. A plan that is there is
 * replaced. In the caller's transaction, which is read committed.
 */
export async function planRebuild(
  client: PoolClient,
  { name, eventTypes }: Pick<Projection, 'name' | 'eventTypes'>,
  size?: SampleSize,
): Promise<void> {
  await forgetPlan(client, name);
  const read = { isRead: 'type = any ($1)', value: eventTypes };
  const { rows: expected, bounds } = await sampleStreams(
    client,
    { table: 'es.event', ...read },
    size,
  );
  const { rows: plans } = await client.query<{ plan: string }>(writePlan, [name, expected]);
  // After the snapshot: the last stream that the snapshot sees is in a range.
  const { rows: last } = await client.query<{ streamId: string }>(lastStream);
  const untils = [...bounds, ...last.map(({ streamId }) => streamId)];
  const afters = ['', ...bounds].slice(0, untils.length);
  await client.query(writeRanges, [
    plans[0]?.plan,
    untils.map((_, number) => number),
    afters,
    afters.map((after) => (after === '' ? '0' : behindStream)),
    untils,
  ]);
}

const readPlan = `
select plan, snapshot::text as snapshot, archived from es.rebuild where name = $1`;

const readRanges = `
select number, stream_id as "streamId", version::float8 as version, until
  from es.rebuild_range where plan = $1 and not is_done order by number`;

const noteLeader = `
update es.rebuild b
   set began_at = clock_timestamp(),
       began_with = (select coalesce(sum(r.read), 0) from es.rebuild_range r where r.plan = b.plan)
 where b.name = $1`;

/** The plan of a rebuild with the ranges that are left. Rates count from now on. Undefined without a plan. */
export async function takePlan(pool: Queryable, name: string): Promise<RebuildPlan | undefined> {
  await pool.query(noteLeader, [name]);
  const { rows } = await pool.query<Omit<RebuildPlan, 'ranges'>>(readPlan, [name]);
  const [found] = rows;
  if (found === undefined) return undefined;
  const { rows: ranges } = await pool.query<EventRange>(readRanges, [found.plan]);
  return { ...found, ranges };
}

/** The rows of a page are lost with the progress about it, and read again: the commit does not wait for the disk. */
const withoutWait = `set_config('synchronous_commit', 'off', true) is not null`;

const saveRange = `
update es.rebuild_range
   set stream_id = $5, version = $6, read = read + $7, is_done = $8, seen_at = clock_timestamp()
 where plan = $1 and number = $2 and stream_id = $3 and version = $4 and ${withoutWait}`;

/** How far a range was read by a page. */
export interface RangeStep {
  readonly streamId: string;
  readonly version: number;
  /** Events that the page has looked at. */
  readonly read: number;
  readonly isDone: boolean;
}

/** Saves a page of a range. Throws StaleReaderError when another reader is at another place, or has another plan. */
export async function saveStep(
  client: Queryable,
  plan: string,
  range: EventRange,
  step: RangeStep,
): Promise<void> {
  const { number, streamId, version } = range;
  const next = [step.streamId, step.version, step.read, step.isDone];
  const { rowCount } = await client.query(saveRange, [plan, number, streamId, version, ...next]);
  if (rowCount !== 1) {
    throw new StaleReaderError(`range ${String(number)} of a rebuild was read by another reader`);
  }
}

const saveFile = `
update es.rebuild set archived = $3 where plan = $1 and archived = $2 and ${withoutWait}`;

/** Saves a file of the archive. Throws StaleReaderError as {@link saveStep}. */
export async function saveArchived(
  client: Queryable,
  { plan, archived }: Pick<RebuildPlan, 'plan' | 'archived'>,
  next: number,
): Promise<void> {
  if ((await client.query(saveFile, [plan, archived, next])).rowCount === 1) return;
  throw new StaleReaderError('the archive was read by another rebuild');
}

const forget = [
  'delete from es.rebuild_range where plan in (select plan from es.rebuild where name = $1)',
  'delete from es.rebuild where name = $1',
];

/** Removes the plan of a rebuild that is done or begins again. */
export async function forgetPlan(client: Queryable, name: string): Promise<void> {
  for (const text of forget) await client.query(text, [name]);
}
