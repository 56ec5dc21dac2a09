import { testDatabase } from '@nordgate/event-store/testing';
import type { TestDatabase } from '@nordgate/event-store/testing';
import { batchMigrations } from '../batch.module.js';
import { deleteOrders } from './delete-orders.rows.js';

const months = 72;
const run = 'batch-run-2020-03-01-morning';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('delete_orders', [...batchMigrations]);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query('truncate order_book, run_item, known_run, es.stream');
});

const { signal } = new AbortController();
const sweep = () => deleteOrders(database, months, signal);

/** An order that was received so many months ago, less some days. */
async function received(paymentId: string, [ago, days] = [months, 0], more: object = {}) {
  const cells = { status: 'ACSC', requested: null, next: null, standing: null, claimed: null };
  const { status, requested, next, standing, claimed } = { ...cells, ...more };
  const sql = `insert into order_book (payment_id, generation, version, status, terms_version, received_day,
      requested_day, next_occurrence, standing_day, claimed_occurrence)
    select $1, 0, 1, $2, 1, d.day, d.day + $3::int, $4, $5, $6
      from (select (clock_timestamp() - make_interval(months => $7))::date + $8::int as day) d`;
  const values = [paymentId, status, requested, next, standing, claimed, ago, days];
  await database.pool.query(sql, values);
}

async function picked(paymentId: string, by: { readonly isCompleted: boolean }) {
  await database.pool.query(`insert into run_item values ($1, '', $2)`, [paymentId, run]);
  const known = 'insert into known_run values ($1, $2) on conflict do nothing';
  await database.pool.query(known, [run, by.isCompleted]);
}

/** A stream as an append, or its deletion, leaves it. */
async function stream(id: string, type: string): Promise<void> {
  const sql = `insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state, updated_at)
    values ($1, $2, 1, pg_current_xact_id(), 1, '{}', now())`;
  await database.pool.query(sql, [id, type]);
}

async function kept(): Promise<Record<'orders' | 'items' | 'runs', readonly string[]>> {
  const idsOf = async (column: string, table: string) => {
    const sql = `select ${column} as id from ${table} order by 1`;
    return (await database.pool.query<{ id: string }>(sql)).rows.map(({ id }) => id);
  };
  return {
    orders: await idsOf('payment_id', 'order_book'),
    items: await idsOf('payment_id', 'run_item'),
    runs: await idsOf('run', 'known_run'),
  };
}

describe('deleteOrders', () => {
  it('deletes an order and what runs have picked of it after its months, and not a day before', async () => {
    await received('old');
    await received('young', [months, 1]);
    await picked('old', { isCompleted: true });
    await picked('young', { isCompleted: true });
    expect(await sweep()).toBe(1);
    expect(await kept()).toMatchObject({ orders: ['young'], items: ['young'] });
  });

  it('counts the months from the requested day, and from the last occurrence', async () => {
    await received('requested', [months, 0], { requested: 1 });
    await received('standing', [months, 0], { claimed: '2100-01-01' });
    expect(await sweep()).toBe(0);
  });

  it.each(['RCVD', 'PDNG', 'ACTC'])('keeps an order that is still %s', async (status) => {
    await received('a', [99, 0], { status });
    expect(await sweep()).toBe(0);
  });

  it.each(['ACCP', 'ACSP', 'ACSC', 'PART', 'RJCT', 'CANC'])(
    'deletes an order that is %s',
    async (status) => {
      await received('a', [99, 0], { status });
      expect(await sweep()).toBe(1);
    },
  );

  it.each(['next', 'standing'])('keeps a standing order with a %s day', async (which) => {
    await received('a', [99, 0], { [which]: '2100-01-01' });
    expect(await sweep()).toBe(0);
  });

  it.each(['whole', 'part3', '2020-03-01'])(
    'keeps an order whose execution %s is still held, until that is deleted',
    async (which) => {
      await received('a', [99, 0]);
      await stream(`execution-a_${which}`, 'execution');
      await stream('execution-ab_whole', 'execution');
      expect(await sweep()).toBe(0);
      await database.pool.query(`update es.stream set stream_type = 'deleted'`);
      expect(await sweep()).toBe(1);
    },
  );

  it('deletes an order whose id is the beginning of another one with an execution', async () => {
    await received('a', [99, 0]);
    await stream('execution-ab_whole', 'execution');
    expect(await sweep()).toBe(1);
  });

  it('keeps an order that a run has picked which is not completed', async () => {
    await received('a', [99, 0]);
    await picked('a', { isCompleted: false });
    expect(await sweep()).toBe(0);
    await database.pool.query('update known_run set is_completed = true');
    expect(await sweep()).toBe(1);
  });

  it('forgets a completed run when its stream is deleted, and no other run', async () => {
    const runs = ['deleted', 'kept', 'open'].map((name) => `batch-run-${name}`);
    await database.pool.query(
      `insert into known_run select r, r <> 'batch-run-open' from unnest($1::text[]) r`,
      [runs],
    );
    await stream('batch-run-deleted', 'deleted');
    await stream('batch-run-kept', 'batch-run');
    await sweep();
    expect((await kept()).runs).toEqual(['batch-run-kept', 'batch-run-open']);
  });

  it('passes several pages', async () => {
    for (let i = 0; i < 1001; i += 1) await received(`p${String(i).padStart(4, '0')}`);
    await database.pool.query(`update order_book set status = 'ACTC' where payment_id = 'p0999'`);
    expect(await sweep()).toBe(1000);
    expect((await kept()).orders).toEqual(['p0999']);
  });

  it('deletes nothing after the signal has aborted', async () => {
    await received('a', [99, 0]);
    expect(await deleteOrders(database, months, AbortSignal.abort())).toBe(0);
  });
});
