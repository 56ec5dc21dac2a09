import { EventStore } from './event-store.js';
import { handleSlice } from './handle-slice.js';
import { InfrastructureError } from '../sql/store-errors.js';
import { rebuild } from '../projections/rebuild.js';
import { tally, tallyCommand } from '@nordgate/decider/testing';
import { executeTally, tallyItem } from '../testing/tally-items.js';
import { testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';

let database: TestDatabase;
let store: EventStore;

beforeAll(async () => {
  database = await testDatabase('append_workers');
  store = new EventStore(database, [tally]);
});
afterAll(() => database.close());

const workers = 6;
const streams = 60;
const commandsPerWorker = 400;
const sliceSize = 40;

/** The commands of one worker, one in five of them repeated at the end; the sequence is fixed. */
async function work(worker: number): Promise<void> {
  const ids = Array.from({ length: commandsPerWorker }, (_, n) => n);
  const repeated = ids.filter((n) => n % 5 === 0);
  const commands = [...ids, ...repeated].map((n) => {
    const name = String((n * 17 + worker * 7) % streams);
    return tallyCommand(`w${worker}-${n}`, name, 'Count', { by: 1 });
  });
  for (let at = 0; at < commands.length; at += sliceSize) {
    const items = commands.slice(at, at + sliceSize).map(tallyItem);
    await untilHandled(() => handleSlice({ store, consumer: 'w', items, execute: executeTally }));
  }
}

async function untilHandled(handle: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await handle();
      return;
    } catch (error) {
      if (!(error instanceof InfrastructureError)) throw error;
    }
  }
}

async function single(sql: string): Promise<unknown> {
  return Object.values((await database.pool.query<Record<string, unknown>>(sql)).rows[0] ?? {})[0];
}

it('six workers on the same streams leave no gap, no duplicate and no drift', async () => {
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  const total = workers * commandsPerWorker;
  expect(await single('select count(*)::int from es.event')).toBe(total);
  expect(await single('select count(*)::int from es.inbox')).toBe(total);
  expect(
    await single(
      `select count(distinct es.whole_meta(stream_id, data, meta)->>'commandId')::int from es.event`,
    ),
  ).toBe(total);
  const gaps = `select count(*)::int from (
      select stream_id, max(version) as last, max(version) - count(*) as gap from es.event group by stream_id) g
      left join es.stream s using (stream_id)
     where gap <> 0 or s.version is distinct from last`;
  expect(await single(gaps)).toBe(0);
  const disorder = `select count(*)::int from (
      select version, lag(version) over (partition by stream_id order by tx, position) as before
        from es.event) o where before is not null and version <> before + 1`;
  expect(await single(disorder)).toBe(0);
  expect(await rebuild({ database, streamType: tally, mode: 'compare' })).toEqual({
    streams,
    drifted: [],
    rewritten: 0,
  });
});

/** Each connection counts its scans after some time, also those of the test before. */
async function countAllScans(): Promise<void> {
  const flush = () => database.pool.query('select pg_stat_force_next_flush()');
  await Promise.all(Array.from({ length: 10 }, flush));
}

it('an append looks streams up by index even when its plan was made on empty tables', async () => {
  await database.pool.query(
    `insert into es.stream select 'tally-old-' || n, 'tally', 1, '3', 1, '{}' from generate_series(1, 20000) n`,
  );
  const scans = `select sum(seq_scan)::int from pg_stat_user_tables
                  where schemaname = 'es' and relname in ('stream', 'event', 'inbox')`;
  const client = await database.pool.connect();
  try {
    await client.query('select pg_stat_force_next_flush()');
    await countAllScans();
    const before = await single(scans);
    const ids = Array.from({ length: 50 }, (_, n) => `tally-plan-${n}`);
    const items = ids.map((id, n) =>
      tallyItem(tallyCommand(`plan-${n}`, id.slice('tally-'.length), 'Count', { by: 1 })),
    );
    for (const half of [items.slice(0, 25), items.slice(25)]) {
      await handleSlice({ store, consumer: 'w', items: half, execute: executeTally });
    }
    await countAllScans();
    expect(await single(scans)).toBe(before);
  } finally {
    client.release();
  }
});
