import type { Pool } from 'pg';
import { EventStore } from '../write/event-store.js';
import { handleSlice } from '../write/handle-slice.js';
import { rebuild } from './rebuild.js';
import { streamType } from '@nordgate/decider';
import { tally, tallyCommand } from '@nordgate/decider/testing';
import { executeTally, tallyItem } from '../testing/tally-items.js';
import type { Tally, TallyEvent } from '@nordgate/decider/testing';
import { testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';

let database: TestDatabase;
let store: EventStore;

beforeAll(async () => {
  database = await testDatabase('rebuild');
  store = new EventStore(database, [tally]);
  const items = Array.from({ length: 30 }, (_, n) =>
    tallyItem(tallyCommand(`b${n}`, String(n % 11), 'Count', { by: n })),
  );
  await handleSlice({ store, consumer: 'rebuild', items, execute: executeTally });
});
afterAll(() => database.close());

const viewRows = async () =>
  (
    await database.pool.query(
      'select stream_id, version, state_version, state from es.view order by 1',
    )
  ).rows as unknown[];

it('rebuild reports no drift when every view is the fold of its events, on several pages', async () => {
  const report = await rebuild({ database, streamType: tally, mode: 'compare', pageSize: 4 });
  expect(report).toEqual({ streams: 11, drifted: [], rewritten: 0 });
});

it('rebuild reads streams that are fewer than a page at once, and no page behind them', async () => {
  const pages: unknown[] = [];
  const client = await database.pool.connect();
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const counted = Object.assign(Object.create(client) as typeof client, {
    release: () => undefined,
    query: (...args: unknown[]) => {
      const [statement] = args as [{ readonly values?: unknown }];
      if (statement.values !== undefined) pages.push(statement.values);
      return query(...args);
    },
  });
  const pool = { query, connect: () => Promise.resolve(counted) } as unknown as Pool;
  try {
    const report = await rebuild({ database: { pool }, streamType: tally, mode: 'compare' });
    expect(report).toEqual({ streams: 11, drifted: [], rewritten: 0 });
  } finally {
    client.release();
  }
  expect(pages).toEqual([['tally', '', 500, null]]);
});

it('rebuild reports views that differ, and repairs them with mode rewrite', async () => {
  const live = await viewRows();
  await database.pool.query(`update es.stream set state = '{}' where stream_id = 'tally-3'`);
  await database.pool.query(`update es.stream set state_version = 0 where stream_id = 'tally-7'`);
  const drifted = ['tally-3', 'tally-7'];
  const compare = { database, streamType: tally, mode: 'compare', pageSize: 4 } as const;
  expect(await rebuild(compare)).toEqual({ streams: 11, drifted, rewritten: 0 });
  expect(await rebuild({ ...compare, mode: 'rewrite' })).toMatchObject({ drifted, rewritten: 2 });
  expect(await viewRows()).toEqual(live);
});

it('rebuild does not overwrite a view that a newer append has written meanwhile', async () => {
  await database.pool.query(`update es.stream set state = '{}' where stream_id = 'tally-4'`);
  const items = [tallyItem(tallyCommand('meanwhile', '4', 'Count', { by: 1 }))];
  const racing = {
    connect: () => database.pool.connect(),
    query: async (sql: string, values: unknown[]) => {
      if (sql.includes('update es.stream')) {
        await database.pool.query(
          `update es.stream set state_version = 0 where stream_id = 'tally-4'`,
        );
        await handleSlice({ store, consumer: 'rebuild', items, execute: executeTally });
      }
      return database.pool.query(sql, values);
    },
  };
  const rewrite = { database: { pool: racing as unknown as Pool }, streamType: tally } as const;
  expect(await rebuild({ ...rewrite, mode: 'rewrite' })).toMatchObject({
    drifted: ['tally-4'],
    rewritten: 0,
  });
  expect(await store.state(tally, 'tally-4')).toMatchObject({ state: { count: 4 }, version: 4 });
});

it('es.view rejects writes, which would change the streams', async () => {
  const written = database.pool.query(`delete from es.view where stream_id = 'tally-3'`);
  await expect(written).rejects.toMatchObject({ code: '55000' });
});

it('a load folds the events of a stream when its view has another form', async () => {
  await database.pool.query(`update es.stream set state_version = 0 where stream_id = 'tally-1'`);
  expect(await store.state(tally, 'tally-1')).toMatchObject({ state: { count: 3 }, version: 3 });
  const items = [tallyItem(tallyCommand('after-loss', '1', 'Count', { by: 1 }))];
  await handleSlice({ store, consumer: 'rebuild', items, execute: executeTally });
  expect(await rebuild({ database, streamType: tally, mode: 'compare' })).toMatchObject({
    drifted: [],
  });
});

it('rebuild folds every view again when the form of the state has changed', async () => {
  const next = streamType<Tally, TallyEvent>({
    ...tally,
    stateVersion: 2,
    evolve: (state, event) => ({ ...tally.evolve(state, event), sum: 0 }),
  });
  const newer = new EventStore(database, [next]);
  expect(await newer.state(next, 'tally-2')).toMatchObject({ state: { sum: 0, count: 3 } });
  expect((await store.state(tally, 'tally-2')).state.sum).toBe(2 + 13 + 24);
  expect(await rebuild({ database, streamType: next, mode: 'rewrite' })).toMatchObject({
    streams: 11,
    rewritten: 11,
  });
  expect(await rebuild({ database, streamType: next, mode: 'compare' })).toMatchObject({
    drifted: [],
  });
});
