import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { tally, tallyCommand } from '@nordgate/decider/testing';
import { eventually } from '@nordgate/testing';
import { EventStore } from '../write/event-store.js';
import { handleSlice } from '../write/handle-slice.js';
import { executeTally, tallyItem } from '../testing/tally-items.js';
import {
  LastCount,
  lastCounts,
  projectionDatabase,
  unprojectableBy,
} from '../testing/tally-projection.js';
import type { TestDatabase } from '../testing/test-database.js';
import type { RowChange } from './projection.js';
import { tableOf, writeRows } from './projection-table.js';
import { projectionStatus, requestRebuild } from './projection-register.js';
import { runProjections } from './run-projections.js';

let database: TestDatabase;
let store: EventStore;
let running: { stop(): Promise<void> }[] = [];
const errors: unknown[] = [];

beforeEach(async () => {
  database = await projectionDatabase('projections');
  store = new EventStore(database, [tally]);
  errors.length = 0;
});
afterEach(async () => {
  await Promise.all(running.map((one) => one.stop()));
  running = [];
  await database.close();
});

let ids = 0;
async function append(
  name: string,
  ...commands: readonly ['Count' | 'Free' | 'Reserve', object][]
) {
  for (const [type, data] of commands) {
    const command = tallyCommand(`c${String((ids += 1))}`, name, type, data as never);
    const items = [tallyItem(command)];
    await handleSlice({ store, consumer: 'test', items, execute: executeTally });
  }
}
const count = (name: string, by: number) => append(name, ['Count', { by }]);

function start(projection = lastCounts) {
  const one = runProjections({
    database,
    streams: [tally],
    projections: [projection],
    onError: (_name, error) => errors.push(error),
  });
  running.push(one);
  return one;
}

const rows = () => database.dataSource.getRepository(LastCount).find({ order: { stream: 'asc' } });
const status = (projection = lastCounts) => projectionStatus(database.pool, projection);

const until = (isTrue: () => Promise<boolean>) => eventually('the wanted state', isTrue);
const untilRows = (...wanted: readonly [string, number][]) =>
  until(async () => {
    const found = (await rows()).map(({ stream, by }) => [stream, by]);
    return (
      JSON.stringify(found) === JSON.stringify(wanted.map(([name, by]) => [`tally-${name}`, by]))
    );
  });

describe('a running projection', () => {
  it('writes the rows of events that came before and after its start', async () => {
    await count('a', 1);
    start();
    await untilRows(['a', 1]);
    await count('b', 2);
    await count('a', 3);
    await untilRows(['a', 3], ['b', 2]);
  });

  it('goes on after a restart with what was appended meanwhile, and repeats nothing', async () => {
    const first = start();
    await count('a', 1);
    await untilRows(['a', 1]);
    await first.stop();
    await database.pool.query('update last_count set counted_by = 100');
    await count('b', 2);
    start();
    await untilRows(['a', 100], ['b', 2]);
  });

  it('that leaves is followed where it was followed before, and begins nowhere else', async () => {
    const leaving = { ...lastCounts, isLeaving: true };
    await count('a', 1);
    const other = { ...lastCounts, name: 'other-counts', entity: LastCount };
    const first = runProjections({
      ...{ database, streams: [tally], projections: [leaving, other] },
      onError: (_name, error) => errors.push(error),
    });
    await untilRows(['a', 1]);
    const names = await database.pool.query('select name from es.projection');
    expect(names.rows).toEqual([{ name: other.name }]);
    await first.stop();
    const before = start();
    await until(async () => (await status()).tableVersion !== null);
    await before.stop();
    start(leaving);
    await count('b', 2);
    await until(async () => (await status()).lagSeconds === 0);
    await untilRows(['a', 1], ['b', 2]);
    expect(errors).toEqual([]);
  });

  it('ends with the same rows when its whole history comes again', async () => {
    await count('a', 1);
    await append('b', ['Count', { by: 2 }], ['Reserve', { key: 'k' }], ['Free', {}]);
    await count('c', 3);
    const first = start();
    await untilRows(['a', 1], ['c', 3]);
    await first.stop();
    await database.pool.query('delete from es.checkpoint');
    start();
    await count('d', 4);
    await untilRows(['a', 1], ['c', 3], ['d', 4]);
  });

  it('writes each row once though several replicas run it', async () => {
    start();
    start();
    start();
    for (let n = 0; n < 20; n += 1) await count(`r${String(n % 4)}`, n);
    await untilRows(['r0', 16], ['r1', 17], ['r2', 18], ['r3', 19]);
    expect(errors).toEqual([]);
  });

  it('lags behind an event that comes while its reader has an open window without events', async () => {
    await count('a', 1);
    const first = start();
    await untilRows(['a', 1]);
    await first.stop();
    await database.pool.query('update es.checkpoint set cur = pg_current_snapshot()');
    expect((await status()).lagSeconds).toBe(0);
    await count('b', 2);
    expect((await status()).lagSeconds).toBeGreaterThan(0);
    start();
    await untilRows(['a', 1], ['b', 2]);
    await until(async () => (await status()).lagSeconds === 0);
  });

  it('stops at an event that it cannot read, tells why, and goes on once a release can', async () => {
    await count('a', 1);
    await count('bad', unprojectableBy);
    await count('c', 3);
    const broken = start();
    await until(async () => (await status()).state === 'stopped');
    expect(await status()).toMatchObject({
      fault: expect.stringContaining('Counted (tally-bad, version 1)') as string,
    });
    expect((await status()).lagSeconds).toBeGreaterThan(0);
    expect(await rows()).toEqual([]);
    await broken.stop();
    const fixed: typeof lastCounts = {
      ...lastCounts,
      rowsOf: ({ stream, version }) => [{ put: { stream, version, by: 7 } }],
    };
    start(fixed);
    await untilRows(['a', 7], ['bad', 7], ['c', 7]);
    await until(async () => (await status()).fault === null);
    expect(await status()).toMatchObject({ state: 'following', lagSeconds: 0 });
  });
});

describe('an event of a newer release', () => {
  const inVersion2 = (name: string) =>
    database.pool.query('update es.event set schema_version = 2 where stream_id = $1', [
      `tally-${name}`,
    ]);

  it('stops the projection that handles its type', async () => {
    await count('a', 1);
    await inVersion2('a');
    start();
    await until(async () => (await status()).state === 'stopped');
    expect(await status()).toMatchObject({
      fault: expect.stringContaining('Counted is stored in version 2') as string,
    });
    expect(await rows()).toEqual([]);
  });

  it('is skipped by a projection that does not handle its type', async () => {
    await append('a', ['Reserve', { key: 'k' }]);
    await inVersion2('a');
    await count('b', 2);
    start();
    await untilRows(['b', 2]);
    expect(await status()).toMatchObject({ state: 'following', fault: null });
  });
});

describe('a projection whose definition changes', () => {
  const doubled = {
    ...lastCounts,
    version: 2,
    rowsOf: (event: Parameters<typeof lastCounts.rowsOf>[0]) =>
      lastCounts
        .rowsOf(event)
        .map((change) =>
          'put' in change ? { put: { ...change.put, by: change.put.by * 2 } } : change,
        ),
  };

  it('is rebuilt at the next start, and an older release leaves its table alone', async () => {
    const old = start();
    await count('a', 1);
    await untilRows(['a', 1]);
    await old.stop();
    start(doubled);
    await untilRows(['a', 2]);
    expect(await status(doubled)).toMatchObject({ version: 2, tableVersion: 2 });
    await running[1]?.stop();
    const older = start();
    await count('b', 5);
    await sleep(600);
    await older.stop();
    expect((await rows()).map(({ by }) => by)).toEqual([2]);
  });

  it('is rebuilt by request, one request at a time, and keeps its index names', async () => {
    const names = `select indexname from pg_indexes where tablename = 'last_count' order by 1`;
    const indexes = async () =>
      (await database.pool.query<{ indexname: string }>(names)).rows.map((row) => row.indexname);
    start();
    await count('a', 1);
    await untilRows(['a', 1]);
    const before = await indexes();
    await database.pool.query(`insert into last_count values ('stray', 1, 1)`);
    const asked = [
      requestRebuild(database.pool, 'last-counts'),
      requestRebuild(database.pool, 'last-counts'),
    ];
    expect((await Promise.all(asked)).sort()).toEqual([false, true]);
    await untilRows(['a', 1]);
    expect(await status()).toMatchObject({ state: 'following' });
    expect(await indexes()).toEqual(before);
    await count('b', 2);
    await untilRows(['a', 1], ['b', 2]);
    expect(await requestRebuild(database.pool, 'no-such-projection')).toBe(false);
  });
});

it('has the rows of the whole history however that was cut into pages', async () => {
  const table = tableOf(database.dataSource, lastCounts);
  const stream = fc.constantFrom('a', 'b', 'c', 'd');
  const put = fc
    .record({ stream, version: fc.nat(9), by: fc.nat(99) })
    .map((row) => ({ put: row }));
  const change = fc.oneof(
    put,
    stream.map((name) => ({ remove: { stream: name } })),
  );
  const pages = fc.array(fc.array(change, { maxLength: 6 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(pages, async (history) => {
      // Cheaper than to truncate a small table.
      await database.pool.query('delete from last_count');
      for (const page of history) await writeRows(database.pool, 'public', table, page);
      const folded = new Map<string, LastCount>();
      for (const one of history.flat() as RowChange<LastCount>[]) {
        if ('put' in one) folded.set(one.put.stream, one.put);
        else folded.delete(String(one.remove.stream));
      }
      const wanted = [...folded.values()].sort((x, y) => x.stream.localeCompare(y.stream));
      expect((await rows()).map((row) => ({ ...row }))).toEqual(wanted);
    }),
    { numRuns: 40 },
  );
});
