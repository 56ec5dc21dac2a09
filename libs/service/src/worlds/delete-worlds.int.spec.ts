import { testDatabase } from '@nordgate/event-store/testing';
import type { TestDatabase } from '@nordgate/event-store/testing';
import { deleteEndedWorlds } from './delete-worlds.work.js';
import type { WorldTable } from './delete-worlds.work.js';
import { EndedGeneration1795000000002 } from './ended-generation.migration.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('deleted-worlds', [EndedGeneration1795000000002]);
  await database.pool.query(`
    create table note (id text primary key, text text not null);
    create table place (generation bigint not null, name text not null)`);
});
afterAll(() => database.close());
beforeEach(() =>
  database.pool.query(`
    truncate ended_generation, note, place, es.stream, es.event, es.claim, es.inbox, es.parked`),
);

const tables: readonly WorldTable[] = [
  { table: 'note', id: 'id' },
  { table: 'place', generation: 'generation' },
];
const hourMs = 3_600_000;
const running = new AbortController().signal;
const pass = (signal: AbortSignal = running) =>
  deleteEndedWorlds({ database, tables, afterMs: hourMs }, signal);

/** A generation with a row in each table, whose streams were written so long ago. */
async function make(ids: readonly string[], generation: number, ago = '2 hours'): Promise<void> {
  for (const id of ids) {
    await database.pool.query(`insert into note values ('${id}', 'a note')`);
    await database.pool.query(`
      insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state, updated_at)
      values ('${id}', 'payment', 1, pg_current_xact_id(), 1, '{}', now() - interval '${ago}')`);
    await database.pool.query(`
      insert into es.event (stream_id, version, type, schema_version, data, meta)
      values ('${id}', 1, 'PaymentInitiated', 1, '{}', '{}')`);
    await database.pool.query(`insert into es.claim values ('scope', '${id}', '${id}')`);
    await database.pool.query(`insert into es.inbox values ('consumer', '${id}', '${id}')`);
  }
  await database.pool.query(`insert into place values (${String(generation)}, 'a place')`);
}

const end = (generation: number, ago = '2 hours') =>
  database.pool.query(
    `insert into ended_generation values (${String(generation)}, clock_timestamp() - interval '${ago}')`,
  );

/** The rows of each table, without those that are empty. */
async function rows(): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  const names = ['note', 'place', 'ended_generation'];
  for (const name of [...names, 'es.stream', 'es.event', 'es.claim', 'es.inbox']) {
    const found = await database.pool.query<{ n: number }>(`select count(*)::int n from ${name}`);
    const n = found.rows[0]?.n ?? 0;
    if (n > 0) counts[name] = n;
  }
  return counts;
}

const all = (n: number) => ({
  ...{ note: n, 'es.stream': n, 'es.event': n, 'es.claim': n, 'es.inbox': n },
});

describe('what a service has of an ended generation', () => {
  it('is deleted by one pass, and forgotten after a pass that finds nothing', async () => {
    await make(['payment-a.7', 'payment-b.7'], 7);
    await end(7);
    expect(await pass()).toBe(true);
    expect(await rows()).toEqual({ ended_generation: 1 });
    expect(await pass()).toBe(true);
    expect(await rows()).toEqual({});
    expect(await pass()).toBe(false);
  });

  it('is deleted alone: another generation, production and ids that look alike stay', async () => {
    const others = ['payment-a.8', 'payment-a.77', 'payment-a.7.8', 'payment-a7', 'payment-a'];
    const ofTpps = ['world-PSDNO-FSA-1.7', 'tpp-stop-PSDNO-FSA-1.7', 'hold-tpp-PSDNO-FSA-1.7'];
    await make([...others, ...ofTpps, 'world-move-PSDNO-FSA-1.7'], 8);
    const before = await rows();
    await make(['payment-a.7', 'session-PSDNO-FSA-1-customer.7', 'hold-payment-a.7'], 7);
    await end(7);
    await pass();
    await pass();
    expect(await rows()).toEqual(before);
  });

  it.each([
    ['59 minutes 50 seconds', false],
    ['60 minutes 10 seconds', true],
  ])('is deleted an hour after its end: %s after it, %p', async (ago, isDeleted) => {
    await make(['payment-a.7'], 7);
    await end(7, ago);
    expect(await pass()).toBe(isDeleted);
    expect(await rows()).toEqual({
      ...(isDeleted ? {} : { ...all(1), place: 1 }),
      ended_generation: 1,
    });
  });

  it.each([
    ['59 minutes 50 seconds', { 'es.stream': 1, 'es.event': 1 }],
    ['60 minutes 10 seconds', {}],
  ])('keeps a stream whose last event is %s old for an hour', async (ago, left) => {
    await make(['payment-a.7'], 7, ago);
    await end(7);
    await pass();
    expect(await rows()).toEqual({ ...left, ended_generation: 1 });
  });

  it('waits for a rebuild of a projection', async () => {
    await make(['payment-a.7'], 7);
    await end(7);
    await database.pool.query(
      `insert into es.projection (name, version, shadow_version) values ('notes', 1, 2)`,
    );
    await pass();
    expect(await rows()).toEqual({ ...all(1), place: 1, ended_generation: 1 });
    await database.pool.query('truncate es.projection');
    await pass();
    expect(await rows()).toEqual({ ended_generation: 1 });
  });

  it('is deleted by the next pass after one that was broken off', async () => {
    await make(['payment-a.7'], 7);
    await end(7);
    const killed = new AbortController();
    killed.abort();
    await pass(killed.signal);
    expect(await rows()).toEqual({ ...all(1), place: 1, ended_generation: 1 });
    await pass();
    expect(await rows()).toEqual({ ended_generation: 1 });
  });

  it('is deleted beside a stream that somebody writes, which the next pass takes', async () => {
    await make(['payment-a.7', 'payment-b.7'], 7);
    await end(7);
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query(`select from es.stream where stream_id = 'payment-a.7' for update`);
    await pass();
    expect(await rows()).toEqual({ 'es.stream': 1, 'es.event': 1, ended_generation: 1 });
    await client.query('rollback');
    client.release();
    await pass();
    expect(await rows()).toEqual({ ended_generation: 1 });
  });

  it('is deleted in short statements, whatever the size of a table', async () => {
    await database.pool.query(`
      insert into note select 'payment-' || n || '.' || (7 + n % 2), repeat('x', 100)
        from generate_series(1, 60000) n`);
    await end(7);
    await pass();
    expect(await rows()).toEqual({ note: 30_000, ended_generation: 1 });
  });
});
