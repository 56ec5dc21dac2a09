import fc from 'fast-check';
import type { PoolClient } from 'pg';
import { tally } from '@nordgate/decider/testing';
import { LastCount, lastCounts, projectionDatabase } from '../testing/tally-projection.js';
import type { TestDatabase } from '../testing/test-database.js';
import { inTransaction } from '../sql/in-transaction.js';
import { appendStreams } from '../write/append.js';
import { StreamTypes } from '../write/stream-types.js';
import { fillRanges } from './fill-ranges.js';
import { openPages } from './page-reader.js';
import { projectionStatus, registerProjection } from './projection-register.js';
import { shadowCheckpoint } from './projection.js';
import { tableOf } from './projection-table.js';
import { takePlan } from './rebuild-plan.js';
import { rebuildProjection } from './rebuild-projection.js';
import type { ProjectionRebuild, RebuildStep } from './rebuild-projection.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await projectionDatabase('rebuild_ranges');
});
afterAll(() => database.close());

const always = new AbortController().signal;
const checkpoint = shadowCheckpoint(lastCounts);

/** The versions of the streams of one history. */
let versions: Map<string, number>;
beforeEach(async () => clear());

async function clear(): Promise<void> {
  versions = new Map();
  await database.pool.query(`
    truncate es.event, es.stream, es.checkpoint, es.projection, es.rebuild, es.rebuild_range, last_count`);
  await database.pool.query('drop table if exists shadow.last_count');
}

const rebuildOf = (changes: Partial<ProjectionRebuild> = {}): ProjectionRebuild => ({
  database,
  types: new StreamTypes([tally]),
  projection: lastCounts,
  table: tableOf(database.dataSource, lastCounts),
  signal: always,
  pageSize: 3,
  rangePage: 3,
  sample: { ranges: 4 },
  ...changes,
});

let counts = 0;

/** Appends an event to a stream, on a connection that may have a transaction open. */
async function append(client: PoolClient, name: string, type = 'Counted'): Promise<void> {
  const expected = versions.get(name) ?? 0;
  versions.set(name, expected + 1);
  counts += 1;
  const data = type === 'Counted' ? { by: counts } : {};
  const meta = { commandId: 'c', actor: 'test', requestedAt: '2026-03-01T10:00:00Z' };
  await appendStreams(client, {
    ...{ consumer: 'test', inbox: [], rows: [] },
    streams: [
      {
        ...{ streamId: `tally-${name}`, streamType: 'tally', expected, group: 1 },
        events: [{ type, schemaVersion: 1, data, meta }],
        ...{ state: { count: 1, sum: 1, reserved: null }, stateVersion: 1, take: [], release: [] },
      },
    ],
  });
}

const appended = (name: string, type?: string) =>
  inTransaction(database.pool, (client) => append(client, name, type));

async function history(streams: number, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (let n = 0; n < streams; n += 1) await appended(String(n));
  }
}

const rows = async () =>
  (await database.dataSource.getRepository(LastCount).find())
    .map(({ stream, version, by }) => [stream, Number(version), by] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));

/** The rows that the whole history makes. */
async function folded() {
  const { rows: events } = await database.pool.query<{
    stream: string;
    version: number;
    type: string;
    by: number;
  }>(`
    select stream_id as stream, version::int as version, type, (data ->> 'by')::int as by
      from es.event where type in ('Counted', 'Freed') order by stream_id, version`);
  const last = new Map(events.map((event) => [event.stream, event]));
  return [...last.values()]
    .filter(({ type }) => type === 'Counted')
    .map(({ stream, version, by }) => [stream, version, by] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Reads pages of a table until no event is new. */
async function followed(schema: 'public' | 'shadow', pagesMax = Number.MAX_SAFE_INTEGER) {
  const name = schema === 'public' ? lastCounts.name : checkpoint;
  const pages = await openPages(rebuildOf(), name, schema);
  for (let n = 0; n < pagesMax; n += 1) {
    const page = await pages.read(3);
    if (page.events.length === 0) return;
    await page.done();
  }
}

interface Racing {
  readonly before: readonly { readonly name: string; readonly type: string }[];
  /** Streams to which a transaction that is open at first appends, and the steps before which they commit. */
  readonly open: readonly number[];
  /** Steps before which something is appended. */
  readonly appends: readonly number[];
  /** Steps before which the rebuild is killed. */
  readonly kills: readonly number[];
  readonly ranges: number;
  readonly rangePage: number;
  readonly pageSize: number;
  readonly readers: number;
  readonly blocks: number;
}

const racing: fc.Arbitrary<Racing> = fc.record({
  before: fc.array(
    fc.record({
      name: fc.constantFrom('0', '1', '2', 'open-0', 'open-1'),
      type: fc.constantFrom('Counted', 'Counted', 'Reserved', 'Freed'),
    }),
    { maxLength: 25 },
  ),
  open: fc.array(fc.nat(12), { maxLength: 2 }),
  appends: fc.array(fc.nat(15), { maxLength: 4 }),
  kills: fc.array(fc.nat(20), { maxLength: 3 }),
  ranges: fc.integer({ min: 1, max: 5 }),
  rangePage: fc.integer({ min: 1, max: 6 }),
  pageSize: fc.integer({ min: 1, max: 6 }),
  readers: fc.integer({ min: 1, max: 4 }),
  blocks: fc.constantFrom(0.5, 500),
});

/** Rebuilds again and again until no kill is left. */
async function rebuiltDespite({ kills, ...sizes }: Racing, onStep: (n: number) => Promise<void>) {
  const { ranges, blocks, rangePage, pageSize, readers } = sizes;
  let steps = 0;
  for (;;) {
    const killed = rebuildProjection(
      rebuildOf({
        ...{ rangePage, pageSize, readers, sample: { ranges, blocks } },
        onStep: async () => {
          const n = steps;
          steps += 1;
          await onStep(n);
          if (kills.includes(n)) throw new Error('killed');
        },
      }),
    );
    if (await killed.then(() => true, isKill)) return;
  }
}

function isKill(error: unknown): false {
  if ((error as Error).message === 'killed') return false;
  throw error;
}

it('a rebuild makes the fold of all events, whatever is appended meanwhile and wherever it is killed', async () => {
  const law = fc.asyncProperty(racing, async (run) => {
    await clear();
    for (const { name, type } of run.before) await appended(name, type);
    const open = new Map<number, PoolClient>();
    for (const n of run.open.keys()) {
      const client = await database.pool.connect();
      await client.query('begin');
      await client.query('set local idle_in_transaction_session_timeout = 0');
      await append(client, `open-${String(n)}`);
      open.set(n, client);
    }
    const end = async (n: number, how: 'commit' | 'rollback') => {
      const client = open.get(n);
      open.delete(n);
      await client?.query(how);
      client?.release();
    };
    try {
      await rebuiltDespite(run, async (step) => {
        if (run.appends.includes(step)) await appended(String(step % 3));
        for (const [n, at] of run.open.entries()) if (at === step) await end(n, 'commit');
      });
      for (const n of run.open.keys()) await end(n, 'commit');
      await followed('public');
      expect(await rows()).toEqual(await folded());
    } finally {
      for (const n of run.open.keys()) await end(n, 'rollback');
    }
  });
  await fc.assert(law, { numRuns: 40 });
});

/** As the release before ranges begins a rebuild. */
async function beginAsOlderRelease(): Promise<void> {
  await inTransaction(database.pool, async (client) => {
    await client.query('select from es.projection where name = $1 for update', [lastCounts.name]);
    const { rows: found } = await client.query<{ shadow: number | null }>(
      'select shadow_version as shadow from es.projection where name = $1',
      [lastCounts.name],
    );
    if (found[0]?.shadow === lastCounts.version) return;
    await client.query('drop table if exists shadow.last_count');
    await client.query('create table shadow.last_count (like public.last_count including all)');
    await client.query('delete from es.checkpoint where name = $1', [checkpoint]);
    await client.query('update es.projection set shadow_version = $2 where name = $1', [
      lastCounts.name,
      lastCounts.version,
    ]);
  });
}

const atNth = (step: RebuildStep, nth: number, act: () => Promise<void> | void) => {
  let times = 0;
  return async (now: RebuildStep) => {
    if (now === step && (times += 1) === nth) await act();
  };
};

describe('a release that knows no ranges', () => {
  it('begins with an empty table, which readers of ranges leave alone', async () => {
    await history(5, 4);
    const onStep = atNth('range', 4, beginAsOlderRelease);
    const stopped = rebuildProjection(rebuildOf({ onStep, readers: 1 }));
    await expect(stopped).rejects.toMatchObject({ name: 'StaleReaderError' });
    const { rowCount } = await database.pool.query('select from shadow.last_count');
    expect(rowCount).toBe(0);
    await followed('shadow', 3);
    await history(5, 1);
    await rebuildProjection(rebuildOf());
    expect(await rows()).toEqual(await folded());
    expect(await rows()).toHaveLength(5);
  });

  it('goes on behind the ranges, where its checkpoint stands', async () => {
    await history(5, 4);
    const onStep = atNth('page', 1, () => Promise.reject(new Error('killed')));
    await expect(rebuildProjection(rebuildOf({ onStep }))).rejects.toThrow('killed');
    await history(5, 1);
    await beginAsOlderRelease();
    const { rowCount } = await database.pool.query('select from shadow.last_count');
    expect(rowCount).toBe(5);
    await followed('shadow');
    expect(await rebuildProjection(rebuildOf())).toBe(0);
    expect(await rows()).toEqual(await folded());
  });

  it('leaves a table without a checkpoint, which is filled from the first event', async () => {
    await history(5, 2);
    await registerProjection(database.pool, lastCounts);
    await beginAsOlderRelease();
    await database.pool.query(`insert into shadow.last_count values ('tally-gone', 1, 1)`);
    expect(await rebuildProjection(rebuildOf())).toBe(10);
    expect(await rows()).toEqual(await folded());
  });
});

it('a reader of a range that another one has read writes nothing', async () => {
  await history(4, 3);
  const killed = atNth('range', 1, () => Promise.reject(new Error('killed')));
  await expect(rebuildProjection(rebuildOf({ onStep: killed }))).rejects.toThrow('killed');
  const plan = await takePlan(database.pool, lastCounts.name);
  if (plan === undefined) throw new Error('there is no plan');
  const own = { plan, readers: 1, rangePage: 2, onStep: () => undefined, onPage: () => undefined };
  await fillRanges({ ...rebuildOf(), ...own }, always);
  await database.pool.query('update shadow.last_count set version = 7');
  await expect(fillRanges({ ...rebuildOf(), ...own }, always)).rejects.toMatchObject({
    name: 'StaleReaderError',
  });
  const { rows: kept } = await database.pool.query(
    'select distinct version from shadow.last_count',
  );
  expect(kept).toEqual([{ version: 7 }]);
});

it('a rebuild tells how far it is, until its table is in its place', async () => {
  await history(6, 3);
  const percents: number[] = [];
  const onStep = async (step: RebuildStep) => {
    if (step !== 'range' && step !== 'page') return;
    const { state, progress } = await projectionStatus(database.pool, lastCounts);
    expect(state).toBe('rebuilding');
    percents.push(progress?.percent ?? -1);
  };
  await rebuildProjection(rebuildOf({ onStep, readers: 1 }));
  expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  expect([percents[0], percents.at(-1)]).toEqual([0, 100]);
  expect(new Set(percents).size).toBeGreaterThan(3);
  const after = await projectionStatus(database.pool, lastCounts);
  expect(after).not.toHaveProperty('progress');
  expect(after).toMatchObject({ state: 'following' });
});
