import { setTimeout as sleep } from 'node:timers/promises';
import { tally, tallyCommand } from '@nordgate/decider/testing';
import { eventually, firstThat } from '@nordgate/testing';
import { EventStore } from '../write/event-store.js';
import { handleSlice } from '../write/handle-slice.js';
import { StreamTypes } from '../write/stream-types.js';
import { executeTally, tallyItem } from '../testing/tally-items.js';
import { LastCount, lastCounts, projectionDatabase } from '../testing/tally-projection.js';
import type { TestDatabase } from '../testing/test-database.js';
import { projectionStatus } from './projection-register.js';
import { tableOf } from './projection-table.js';
import { rebuildProjection } from './rebuild-projection.js';
import type { ProjectionRebuild, RebuildStep } from './rebuild-projection.js';
import { runProjections } from './run-projections.js';

const streams = 12;
let database: TestDatabase;
let store: EventStore;
let live: { stop(): Promise<void> };

beforeEach(async () => {
  database = await projectionDatabase('rebuilds');
  store = new EventStore(database, [tally]);
  live = runProjections({
    database,
    streams: [tally],
    projections: [lastCounts],
    onError: () => undefined,
  });
});
afterEach(async () => {
  await live.stop();
  await database.close();
});

let ids = 0;
async function count(rounds: number, prefix = ''): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const items = Array.from({ length: streams }, (_, n) =>
      tallyItem(
        tallyCommand(`w${String((ids += 1))}`, `${prefix}${String(n)}`, 'Count', { by: ids }),
      ),
    );
    await handleSlice({ store, consumer: 'test', items, execute: executeTally });
  }
}

const rebuildOf = (changes: Partial<ProjectionRebuild> = {}): ProjectionRebuild => ({
  database,
  types: new StreamTypes([tally]),
  projection: lastCounts,
  table: tableOf(database.dataSource, lastCounts),
  signal: new AbortController().signal,
  pageSize: 7,
  rangePage: 7,
  readers: 2,
  ...changes,
});

/** What the table holds, and what the history says that it holds. */
const rows = async () =>
  (await database.dataSource.getRepository(LastCount).find({ order: { stream: 'asc' } })).map(
    ({ stream, version, by }) => [stream, version, by],
  );
const folded = async () => {
  const { rows: last } = await database.pool.query<{ r: [string, number, number] }>(`
    select distinct on (stream_id) json_build_array(stream_id, version, (data ->> 'by')::int) as r
      from es.event where type = 'Counted' order by stream_id, es.event.version desc`);
  return last.map(({ r }) => r).sort((a, b) => (a[0] < b[0] ? -1 : 1));
};

const untilFolded = () =>
  firstThat(
    'the table holds what the history says',
    async () => [await rows(), await folded()].map((one) => JSON.stringify(one)),
    ([table, history]) => table === history,
  );

/** Whether every session of the pool answers: one that was killed fails at its next query. */
async function isReady({ pool }: TestDatabase): Promise<boolean> {
  const sessions = Array.from({ length: pool.totalCount }, () => pool.query('select 1'));
  const outcomes = await Promise.allSettled(sessions);
  return outcomes.every(({ status }) => status === 'fulfilled');
}

const tableId = async () =>
  (await database.pool.query<{ id: number }>(`select 'last_count'::regclass::oid as id`)).rows[0]
    ?.id;

/** Reads all the time; a read that finds a row missing or older than before is an offence. */
function watchReads() {
  const seen = new Map<string, number>();
  const offences: string[] = [];
  let reads = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const now = new Map((await rows()).map(([stream, version]) => [stream, Number(version)]));
      reads += 1;
      for (const [stream, version] of seen) {
        if ((now.get(String(stream)) ?? 0) < version)
          offences.push(`${stream} fell behind ${version}`);
      }
      for (const [stream, version] of now) seen.set(String(stream), version);
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return { offences, reads };
  };
}

it('swaps under concurrent writers while no read misses a row', async () => {
  await count(10);
  await untilFolded();
  const stopWatching = watchReads();
  let isOver = false;
  const writing = Promise.all(
    ['', 'x', 'y'].map(async (prefix) => {
      while (!isOver) {
        const startedMs = performance.now();
        await count(1, prefix);
        // On a busy machine, more would come than a rebuild can read.
        await sleep(10 + 4 * (performance.now() - startedMs));
      }
    }),
  );
  const tables = new Set([await tableId()]);
  for (let n = 0; n < 4; n += 1) {
    await rebuildProjection(rebuildOf({ pageSize: 200, rangePage: 200, resume: false }));
    tables.add(await tableId());
  }
  isOver = true;
  await writing;
  await untilFolded();
  const { offences, reads } = await stopWatching();
  expect(offences).toEqual([]);
  expect(reads).toBeGreaterThan(10);
  expect(tables.size).toBe(5);
});

it.each<[RebuildStep, number]>([
  ['prepare', 1],
  ['range', 1],
  ['range', 5],
  ['follow', 1],
  ['page', 1],
  ['lock', 1],
  ['swap', 1],
  ['commit', 1],
  ['swapped', 1],
])('can be started again after its sessions were killed before step %s (%i)', async (step, nth) => {
  await count(3);
  await untilFolded();
  let times = 0;
  const onStep = async (now: RebuildStep) => {
    if (now === step) times += 1;
    if (now !== step || times !== nth) return;
    await database.pool
      .query(
        `
        select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      )
      .catch(() => undefined);
    throw new Error('killed');
  };
  database.pool.on('error', () => undefined);
  await expect(rebuildProjection(rebuildOf({ onStep }))).rejects.toThrow();
  await eventually('the pool has none of the killed sessions', async () => isReady(database));
  await count(2);
  await untilFolded();
  const before = await tableId();
  await rebuildProjection(rebuildOf());
  expect(await tableId()).not.toBe(before);
  await untilFolded();
  await count(1);
  await untilFolded();
  expect(await projectionStatus(database.pool, lastCounts)).toMatchObject({ state: 'following' });
});

it('goes on where it was ended, and starts at the first event on demand', async () => {
  await count(5);
  const ending = new AbortController();
  let pages = 0;
  const onStep = (step: RebuildStep) => {
    if (step === 'range' && (pages += 1) === 4) ending.abort();
  };
  const all = 5 * streams;
  await expect(rebuildProjection(rebuildOf({ onStep, signal: ending.signal }))).rejects.toThrow(
    'abort',
  );
  expect(await rebuildProjection(rebuildOf())).toBeLessThan(all);
  const again = new AbortController();
  pages = 0;
  const endAgain = (step: RebuildStep) => {
    if (step === 'range' && (pages += 1) === 4) again.abort();
  };
  await expect(
    rebuildProjection(rebuildOf({ onStep: endAgain, signal: again.signal })),
  ).rejects.toThrow('abort');
  expect(await rebuildProjection(rebuildOf({ resume: false }))).toBe(all);
  await untilFolded();
});

it('refuses a second rebuild while one runs', async () => {
  await count(2);
  let second: Promise<unknown> = Promise.resolve();
  const onStep = async (step: RebuildStep) => {
    if (step !== 'lock') return;
    second = rebuildProjection(rebuildOf());
    await second.catch(() => undefined);
  };
  await rebuildProjection(rebuildOf({ onStep }));
  await expect(second).rejects.toMatchObject({ name: 'RebuildRunningError' });
});
