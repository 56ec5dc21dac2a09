import type { Queryable } from '../read/checkpoint.js';
import { shadowCheckpoint } from './projection.js';
import type { Projection } from './projection.js';
import { rebuildProgress } from './rebuild-progress.js';
import type { RebuildProgress } from './rebuild-progress.js';

/** How a projection stands, for operators. */
export interface ProjectionStatus {
  readonly name: string;
  /** The version that this release defines. */
  readonly version: number;
  /** The version that has filled the table which queries read; null before the first start. */
  readonly tableVersion: number | null;
  readonly state: 'following' | 'rebuilding' | 'stopped' | 'not started';
  /** Age of the oldest event that is not in the table yet; 0 when there is none. */
  readonly lagSeconds: number;
  /** Why it stands still. */
  readonly fault: string | null;
  /** While a table is filled. */
  readonly progress?: RebuildProgress;
}

/** The row of a projection in es.projection. */
export interface RegisteredProjection {
  readonly version: number;
  readonly rebuildWanted: boolean;
  /** The version whose table is being filled; negative as long as ranges of streams are read. */
  readonly shadowVersion: number | null;
  readonly fault: string | null;
}

/** The live reader of a new projection reads the table of events: a rebuild reads the archive, too. */
const register = `
insert into es.projection (name, version, rebuild_requested_at)
select $1, $2, (select now() from es.archive limit 1) on conflict (name) do nothing`;

const readRow = `
select version, rebuild_requested_at is not null as "rebuildWanted",
       shadow_version as "shadowVersion", fault
  from es.projection where name = $1`;

/** Adds the projection unless it is there: its first definition fills the table itself. */
export async function registerProjection(
  pool: Queryable,
  { name, version }: Projection,
): Promise<void> {
  await pool.query(register, [name, version]);
}

/** The registered projection; undefined before its first start. */
export async function registeredProjection(
  pool: Queryable,
  name: string,
): Promise<RegisteredProjection | undefined> {
  return (await pool.query<RegisteredProjection>(readRow, [name])).rows[0];
}

/** Whether somebody follows a projection. One that leaves is followed where it was before; all others are. */
export async function isFollowed(
  pool: Queryable,
  { name, isLeaving }: Pick<Projection, 'name' | 'isLeaving'>,
): Promise<boolean> {
  return isLeaving !== true || (await registeredProjection(pool, name)) !== undefined;
}

/** Why projections of a database stand still, by their names. */
export async function projectionFaults(pool: Queryable): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ name: string; fault: string }>(
    'select name, fault from es.projection where fault is not null',
  );
  return new Map(rows.map(({ name, fault }) => [name, fault]));
}

/** The names of the projections that somebody wants to be rebuilt, or whose table an older release has filled. */
export async function rebuildsToDo(
  pool: Queryable,
  projections: readonly Projection[],
): Promise<readonly string[]> {
  const wanted = await pool.query<{ name: string }>(toDo, [
    projections.map(({ name }) => name),
    projections.map(({ version }) => version),
  ]);
  return wanted.rows.map(({ name }) => name);
}

const toDo = `
select p.name
  from unnest($1::text[], $2::integer[]) as defined (name, version)
  join es.projection p on p.name = defined.name
 where p.version < defined.version or p.rebuild_requested_at is not null`;

const noteFault = `
update es.projection set fault = $2, updated_at = now()
 where name = $1 and fault is distinct from $2`;

/** Keeps why a projection stands still, or null once it moves on. */
export async function noteProjectionFault(
  pool: Queryable,
  name: string,
  fault: string | null,
): Promise<void> {
  await pool.query(noteFault, [name, fault?.replaceAll('\u0000', '').slice(0, 2000) ?? null]);
}

/** Dropping the shadow's version makes the rebuild start at the first event. */
const request = `
update es.projection set rebuild_requested_at = now(), shadow_version = null, updated_at = now()
 where name = $1 and rebuild_requested_at is null and shadow_version is null`;

/**
 * Asks the leader of a projection to rebuild it; the request outlives every process. Answers false
 * when a rebuild is asked for or running already, or the projection has never started.
 */
export async function requestRebuild(pool: Queryable, name: string): Promise<boolean> {
  return ((await pool.query(request, [name])).rowCount ?? 0) > 0;
}

/** In the open window of the reader, and behind it: an open window may have no events left. */
const oldestUnread = `
select coalesce(extract(epoch from clock_timestamp() - least(e.at, later.at)), 0)::float8 as seconds
  from es.checkpoint c
  left join lateral es.stored_window(c.prev, coalesce(c.cur, pg_current_snapshot()), c.last_tx,
                                   c.last_position, 1, $2) e on true
  left join lateral es.stored_window(c.cur, pg_current_snapshot(), '0', 0, 1, $2) later
    on c.cur is not null
 where c.name = $1`;

/** How this release's projections stand in this database. */
export async function projectionStatus(
  pool: Queryable,
  projection: Projection,
): Promise<ProjectionStatus> {
  const { name, version, eventTypes } = projection;
  const row = await registeredProjection(pool, name);
  const isRebuilding =
    row !== undefined && (row.rebuildWanted || row.shadowVersion !== null || row.version < version);
  const lag = await pool.query<{ seconds: number }>(oldestUnread, [name, eventTypes]);
  const progress = isRebuilding ? await rebuildProgress(pool, name) : undefined;
  return {
    name,
    version,
    tableVersion: row?.version ?? null,
    state: stateOf(row, isRebuilding),
    lagSeconds: Math.max(0, lag.rows[0]?.seconds ?? 0),
    fault: row?.fault ?? null,
    ...(progress && { progress }),
  };
}

function stateOf(
  row: RegisteredProjection | undefined,
  isRebuilding: boolean,
): ProjectionStatus['state'] {
  if (row === undefined) return 'not started';
  if (row.fault !== null) return 'stopped';
  return isRebuilding ? 'rebuilding' : 'following';
}

/** Both checkpoints of a projection: the live table's and the shadow's. */
export function checkpointsOf(projection: Projection): readonly [live: string, shadow: string] {
  return [projection.name, shadowCheckpoint(projection)];
}
