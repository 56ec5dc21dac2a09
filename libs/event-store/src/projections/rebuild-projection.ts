import { openReader } from '../read/snapshot-delta-reader.js';
import { leadOnce } from '../read/leadership.js';
import { inTransaction } from '../sql/in-transaction.js';
import type { PoolClient } from 'pg';
import { archiveFor, fileBehind, streamsIn } from '../archive/event-archive.js';
import { changesOf, openPages, writePage } from './page-reader.js';
import type { ProjectionWork } from './page-reader.js';
import { RebuildRunningError } from './projection.js';
import { quoted, writeRows } from './projection-table.js';
import { checkpointsOf, registerProjection, registeredProjection } from './projection-register.js';

/** How to rebuild a projection. */
export interface ProjectionRebuild extends ProjectionWork {
  /** Ends the rebuild between two pages; the next one with `resume` goes on from there. */
  readonly signal: AbortSignal;
  /** Goes on with a shadow table of the same version. Default true. */
  readonly resume?: boolean;
  /** Events per page. Default 500. */
  readonly pageSize?: number;
  /** Told before each step. What it throws ends the rebuild there. */
  readonly onStep?: (step: RebuildStep) => void | Promise<void>;
}

export type RebuildStep = 'prepare' | 'file' | 'page' | 'lock' | 'swap' | 'commit' | 'swapped';

/**
 * Fills a shadow table from the first event while queries read the live one, catches up with it and
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
  await inTransaction(database.pool, (client) => prepareShadow(client, rebuild));
  let events = await fillFromArchive(rebuild, leading);
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

/**
 * Writes the rows of archived streams: their events come before those of the table. No stream is archived during a rebuild. A
 * shadow table with a checkpoint has them already. @returns how many events were read
 */
async function fillFromArchive(rebuild: ProjectionRebuild, leading: AbortSignal): Promise<number> {
  const { database, projection, table, types, onStep = () => undefined } = rebuild;
  const { pool } = database;
  const [, shadow] = checkpointsOf(projection);
  if ((await pool.query('select from es.checkpoint where name = $1', [shadow])).rowCount === 1) {
    return 0;
  }
  const read = types.withEvents(projection.eventTypes);
  let events = 0;
  for (let number = 0; ;) {
    leading.throwIfAborted();
    const file = await fileBehind(pool, number, read);
    if (file === undefined) return events;
    await onStep('file');
    const archive = archiveFor(database.archive, `a part of what ${projection.name} reads`);
    const whole = await streamsIn(pool, archive, file);
    const own = whole
      .flatMap((stream) => stream.events)
      .filter(({ type }) => projection.eventTypes.includes(type));
    await writeRows(pool, 'shadow', table, changesOf(rebuild, own));
    events += own.length;
    number = file.number;
  }
}

const lockRow = 'select from es.projection where name = $1 for update';
const forgetCheckpoint = 'delete from es.checkpoint where name = $1';
const beginShadow = `
update es.projection set shadow_version = $2, updated_at = now() where name = $1`;

/** Makes an empty shadow table, unless one of this version is there to be filled further. */
async function prepareShadow(
  client: PoolClient,
  { projection, table, resume = true }: ProjectionRebuild,
): Promise<void> {
  const { name, version } = projection;
  const shadow = `shadow.${quoted(table.name)}`;
  await registerProjection(client, projection);
  await client.query(lockRow, [name]);
  const row = await registeredProjection(client, name);
  const found = await client.query<{ found: boolean }>(
    'select to_regclass($1) is not null as found',
    [shadow],
  );
  if (resume && row?.shadowVersion === version && found.rows[0]?.found === true) return;
  await client.query(`drop table if exists ${shadow}`);
  await client.query(`create table ${shadow} (like public.${quoted(table.name)} including all)`);
  await client.query(forgetCheckpoint, [checkpointsOf(projection)[1]]);
  await client.query(beginShadow, [name, version]);
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
  await onStep('commit');
  return events;
}
