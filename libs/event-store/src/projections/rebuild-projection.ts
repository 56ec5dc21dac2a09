import { openReader } from '../read/snapshot-delta-reader.js';
import { leadOnce } from '../read/leadership.js';
import { inTransaction } from '../sql/in-transaction.js';
import type { PoolClient } from 'pg';
import { StaleReaderError } from '../read/checkpoint.js';
import { fillFromArchive, fillRanges } from './fill-ranges.js';
import { openPages, writePage } from './page-reader.js';
import type { ProjectionWork } from './page-reader.js';
import { RebuildRunningError } from './projection.js';
import { quoted } from './projection-table.js';
import { forgetPlan, planRebuild, takePlan } from './rebuild-plan.js';
import { rebuildProgress } from './rebuild-progress.js';
import type { RebuildProgress } from './rebuild-progress.js';
import { readersDefault, readersOf } from './stream-ranges.js';
import type { SampleSize } from './stream-ranges.js';
import { checkpointsOf, registerProjection, registeredProjection } from './projection-register.js';

/** How to rebuild a projection. */
export interface ProjectionRebuild extends ProjectionWork {
  /** Ends the rebuild between two pages; the next one with `resume` goes on from there. */
  readonly signal: AbortSignal;
  /** Goes on with a shadow table of the same version. Default true. */
  readonly resume?: boolean;
  /** Events per page of a window. Default 500. */
  readonly pageSize?: number;
  /** Events that a page of a range looks at. Default 2,000. */
  readonly rangePage?: number;
  /** Ranges that are read at the same time, at most half of the pool. Default 4. */
  readonly readers?: number;
  readonly sample?: SampleSize;
  /** Called every ten seconds while ranges are read. */
  readonly onProgress?: (progress: RebuildProgress) => void;
  /** Told before each step. What it throws ends the rebuild there. */
  readonly onStep?: (step: RebuildStep) => void | Promise<void>;
}

export type RebuildStep =
  | 'prepare'
  | 'file'
  | 'range'
  | 'follow'
  | 'page'
  | 'lock'
  | 'swap'
  | 'commit'
  | 'swapped';

const rangePageDefault = 2000;
const progressMs = 10_000;

/**
 * Fills a shadow table with all that a snapshot sees, by several readers of ranges of streams, while queries read the live
 * one. Then the shadow reads in windows what was committed since, catches up with the live table, and this
 * puts the shadow in its place in one transaction: no read finds the table behind where it was. It may
 * end anywhere, also by kill -9, and be started again. Answers how many events it read.
 * Throws RebuildRunningError when another one runs, UnprojectableEventError, StaleReaderError, as `streamsIn`,
 * ArchiveAbsentError, the signal's reason and errors of the driver.
 */
export async function rebuildProjection(rebuild: ProjectionRebuild): Promise<number> {
  const { database, projection, signal } = rebuild;
  let events = 0;
  const name = `rebuild of ${projection.name}`;
  const work = async (leading: AbortSignal) => {
    events = await fillAndSwap(rebuild, leading);
  };
  if (!(await leadOnce({ database, name, work }, signal))) {
    throw new RebuildRunningError(`${projection.name} is being rebuilt already`);
  }
  return events;
}

/**
 * Each window holds what was appended while the one before was read, so they shrink unless more comes
 * than a rebuild can read. Then the swap reads the rest while the live table waits; queries do not.
 */
const windowsMax = 20;

async function fillAndSwap(rebuild: ProjectionRebuild, leading: AbortSignal): Promise<number> {
  const { database, projection, pageSize = 500, onStep = () => undefined } = rebuild;
  await onStep('prepare');
  const phase = await inTransaction(database.pool, (client) => prepareShadow(client, rebuild));
  let events = phase === 'ranges' ? await fillByRanges(rebuild, leading) : 0;
  const pages = await openPages(rebuild, checkpointsOf(projection)[1], 'shadow');
  for (let window = 0, windows = 0; windows < windowsMax;) {
    leading.throwIfAborted();
    await onStep('page');
    const page = await pages.read(pageSize);
    await page.done();
    events += page.events.length;
    window += page.events.length;
    // A page that is not full has closed its window: the shadow is as new as the start of that window.
    if (page.isFull) continue;
    if (window < pageSize) break;
    [window, windows] = [0, windows + 1];
  }
  await onStep('lock');
  events += await inTransaction(database.pool, (client) => swap(client, rebuild, pageSize));
  await onStep('swapped');
  return events;
}

/** Reads the archive and then the ranges, each from where it stands, and lets windows follow. */
async function fillByRanges(rebuild: ProjectionRebuild, leading: AbortSignal): Promise<number> {
  const { database, projection, onStep = () => undefined } = rebuild;
  const { readers = readersDefault, rangePage = rangePageDefault } = rebuild;
  const { pool } = database;
  const plan = await takePlan(pool, projection.name);
  if (plan === undefined)
    throw new StaleReaderError(`${projection.name} is rebuilt by another process`);
  const onPage = reporting(rebuild);
  const own = { plan, readers: readersOf(readers, pool), rangePage, onStep, onPage };
  const fill = { ...rebuild, ...own };
  const archived = await fillFromArchive(fill, leading);
  const events = archived + (await fillRanges(fill, leading));
  await onStep('follow');
  await inTransaction(pool, (client) => followSnapshot(client, rebuild));
  return events;
}

/** Reports the progress at most every ten seconds. An answer that does not come is no reason to end the rebuild. */
function reporting({ database, projection, onProgress }: ProjectionRebuild): () => void {
  let reportedAtMs = performance.now();
  return () => {
    if (onProgress === undefined || performance.now() - reportedAtMs < progressMs) return;
    reportedAtMs = performance.now();
    rebuildProgress(database.pool, projection.name).then(
      (progress) => progress && onProgress(progress),
      () => undefined,
    );
  };
}

const lockRow = 'select from es.projection where name = $1 for update';
const forgetCheckpoint = 'delete from es.checkpoint where name = $1';
const setShadow = `
update es.projection set shadow_version = $2, updated_at = now() where name = $1`;
const shadowState = `
select to_regclass($1) is not null as "hasTable",
       exists (select from es.checkpoint where name = $2) as "hasCheckpoint",
       exists (select from es.rebuild where name = $3) as "hasPlan"`;

/** Makes an empty shadow table and a plan to fill it, unless one of this version is there to be filled further. */
async function prepareShadow(
  client: PoolClient,
  { projection, table, resume = true, sample }: ProjectionRebuild,
): Promise<'ranges' | 'windows'> {
  const { name, version } = projection;
  const shadow = `shadow.${quoted(table.name)}`;
  const checkpoint = checkpointsOf(projection)[1];
  await registerProjection(client, projection);
  await client.query(lockRow, [name]);
  const row = await registeredProjection(client, name);
  const { rows } = await client.query<Record<'hasTable' | 'hasCheckpoint' | 'hasPlan', boolean>>(
    shadowState,
    [shadow, checkpoint, name],
  );
  const [found] = rows;
  if (resume && found?.hasTable === true) {
    if (row?.shadowVersion === version && found.hasCheckpoint) return 'windows';
    if (row?.shadowVersion === -version && found.hasPlan) return 'ranges';
  }
  await client.query(`drop table if exists ${shadow}`);
  await client.query(`create table ${shadow} (like public.${quoted(table.name)} including all)`);
  await client.query(forgetCheckpoint, [checkpoint]);
  await planRebuild(client, projection, sample);
  await client.query(setShadow, [name, -version]);
  return 'ranges';
}

const followStatement = `
insert into es.checkpoint (name, prev)
select $1, b.snapshot from es.rebuild b
 where b.name = $2 and not exists (select from es.rebuild_range r where r.plan = b.plan and not r.is_done)`;

/** The shadow has all that the snapshot sees: its checkpoint opens there, also for a release without ranges. */
async function followSnapshot(
  client: PoolClient,
  { projection }: ProjectionRebuild,
): Promise<void> {
  const { name, version } = projection;
  await client.query(lockRow, [name]);
  const row = await registeredProjection(client, name);
  const isOurs = row?.shadowVersion === -version;
  const checkpoint = checkpointsOf(projection)[1];
  if (isOurs && (await client.query(followStatement, [checkpoint, name])).rowCount === 1) {
    await client.query(setShadow, [name, version]);
    return;
  }
  throw new StaleReaderError(`${name} is rebuilt by another process`);
}

const lockCheckpoint = 'select from es.checkpoint where name = $1 for update';

/** The live reader is shut out by the epoch and opens again where the shadow stands. */
const moveCheckpoint = `
insert into es.checkpoint as live (name, prev, cur, last_tx, last_position)
select $1, prev, cur, last_tx, last_position from es.checkpoint where name = $2
on conflict (name) do update
   set prev = excluded.prev, cur = excluded.cur, last_tx = excluded.last_tx,
       last_position = excluded.last_position, epoch = live.epoch + 1`;

const finish = `
update es.projection
   set version = $2, shadow_version = null, rebuild_requested_at = null, fault = null,
       updated_at = now()
 where name = $1`;

/**
 * The lock on the live checkpoint stops the live table where it is. Then the shadow reads one window
 * that opens after that, so it holds all that the live table holds, and takes its place.
 */
async function swap(
  client: PoolClient,
  rebuild: ProjectionRebuild,
  pageSize: number,
): Promise<number> {
  const { database, projection, table, onStep = () => undefined } = rebuild;
  const [live, shadow] = checkpointsOf(projection);
  const { eventTypes } = projection;
  await client.query(lockCheckpoint, [live]);
  const { appended } = database;
  const reader = await openReader({
    database: { pool: client, appended },
    name: shadow,
    eventTypes,
  });
  let events = 0;
  for (let full = true; full;) {
    const page = await reader.read(pageSize);
    if (page.events.length > 0) await writePage(client, { work: rebuild, schema: 'shadow', page });
    events += page.events.length;
    full = page.isFull;
  }
  await onStep('swap');
  const name = quoted(table.name);
  await client.query(`drop table public.${name}`);
  await client.query(`alter table shadow.${name} set schema public`);
  await client.query(moveCheckpoint, [live, shadow]);
  await client.query(forgetCheckpoint, [shadow]);
  await client.query(finish, [projection.name, projection.version]);
  await forgetPlan(client, projection.name);
  await onStep('commit');
  return events;
}
