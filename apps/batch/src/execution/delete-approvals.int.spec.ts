import { testDatabase } from '@nordgate/event-store/testing';
import type { TestDatabase } from '@nordgate/event-store/testing';
import { batchMigrations } from '../batch.module.js';
import { deleteApprovals } from './delete-approvals.rows.js';

const months = 72;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('delete_approvals', [...batchMigrations]);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query(
    'truncate approved_payment, sealed_approval, order_book, es.stream, es.checkpoint',
  );
});

const { signal } = new AbortController();
const sweep = () => deleteApprovals(database, months, signal);

/** An approval that batch has had for so many years, less some hours. */
async function approved(hash: string, payments: readonly string[], [years, hours] = [0, 0]) {
  const text = `insert into sealed_approval (hash, signature, key_id, text) values ($1, '', '', 'who')`;
  await database.pool.query(text, [hash]);
  const sql = `insert into approved_payment (payment_id, hash, since)
    select id, $2, clock_timestamp() - make_interval(months => $3) + make_interval(hours => $4)
      from unnest($1::text[]) id`;
  await database.pool.query(sql, [payments, hash, years * 12, hours]);
}

async function ordered(paymentId: string, status: string, more = {}): Promise<void> {
  const cells = { next_occurrence: null, standing_day: null, ...more };
  const sql = `insert into order_book (payment_id, generation, version, status, terms_version,
    next_occurrence, standing_day) values ($1, 0, 1, $2, 1, $3, $4)`;
  const values = [paymentId, status, cells.next_occurrence, cells.standing_day];
  await database.pool.query(sql, values);
}

/** An execution of a payment, which was written last so many days ago. */
async function executed(id: string, is: string, [days, hours] = [7, 0]): Promise<void> {
  const sql = `insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state, updated_at)
    values ($1, 'execution', 2, pg_current_xact_id(), 0, jsonb_build_object('is', $2::text),
            clock_timestamp() - make_interval(days => $3, hours => $4))`;
  await database.pool.query(sql, [`execution-${id}`, is, days, hours]);
}

async function kept(): Promise<{ payments: string[]; texts: string[] }> {
  const { pool } = database;
  const payments = await pool.query<{ id: string }>(
    'select payment_id as id from approved_payment order by payment_id',
  );
  const texts = await pool.query<{ id: string }>(
    'select hash as id from sealed_approval order by hash',
  );
  return { payments: payments.rows.map(({ id }) => id), texts: texts.rows.map(({ id }) => id) };
}

describe('deleteApprovals', () => {
  it('deletes an approval after its months, and not an hour before', async () => {
    await approved('old', ['a'], [6, 0]);
    await approved('young', ['b'], [6, 1]);
    expect(await sweep()).toBe(1);
    expect(await kept()).toEqual({ payments: ['b'], texts: ['young'] });
  });

  it.each(['RCVD', 'PDNG', 'ACTC'])(
    'keeps the approval of a payment that is still %s',
    async (status) => {
      await approved('h', ['a'], [7, 0]);
      await ordered('a', status);
      expect(await sweep()).toBe(0);
    },
  );

  it.each(['ACCP', 'ACSP', 'ACSC', 'PART', 'RJCT', 'CANC'])(
    'deletes the approval of a payment that is %s',
    async (status) => {
      await approved('h', ['a'], [7, 0]);
      await ordered('a', status);
      expect(await sweep()).toBe(1);
    },
  );

  it.each(['next_occurrence', 'standing_day'])(
    'keeps the approval of a standing order with a %s',
    async (column) => {
      await approved('h', ['a'], [7, 0]);
      await ordered('a', 'ACSC', { [column]: '2040-01-01' });
      expect(await sweep()).toBe(0);
    },
  );

  it('keeps the text of an approval until the last payment that it names', async () => {
    await approved('h', ['a', 'b'], [7, 0]);
    await ordered('b', 'ACTC');
    expect(await sweep()).toBe(1);
    expect(await kept()).toEqual({ payments: ['b'], texts: ['h'] });
    await database.pool.query(`update order_book set status = 'CANC'`);
    expect(await sweep()).toBe(1);
    expect(await kept()).toEqual({ payments: [], texts: [] });
  });

  it('deletes a new approval of an executed payment of a world', async () => {
    await approved('h', ['a.3']);
    await ordered('a.3', 'ACSC');
    await executed('a_whole.3', 'settled');
    expect(await sweep()).toBe(1);
  });

  it.each([
    ['settled', 'ACSC'],
    ['declined', 'RJCT'],
    ['settled', 'CANC'],
  ])('deletes a new approval a week after all of it was executed: %s, %s', async (is, status) => {
    await approved('h', ['a']);
    await ordered('a', status);
    await executed('a_whole', is);
    await executed('a_part1.3', is);
    expect(await kept()).toEqual({ payments: ['a'], texts: ['h'] });
    expect(await sweep()).toBe(1);
    expect(await kept()).toEqual({ payments: [], texts: [] });
  });

  it.each([
    ['is executed an hour less than a week ago', 'ACSC', 'settled', [6, 23], null],
    ['has an execution without an outcome', 'ACSC', 'debited', [7, 0], null],
    ['has a part without funds', 'ACCP', 'declined', [7, 0], null],
    ['is executed on another day', 'ACSC', 'settled', [7, 0], '2040-01-01'],
  ] as const)('keeps a new approval of a payment that %s', async (_, status, is, ago, next) => {
    await approved('h', ['a']);
    await ordered('a', status, { next_occurrence: next });
    await executed('a_2026-11-30', 'settled');
    await executed('a_2026-12-30', is, [...ago]);
    expect(await sweep()).toBe(0);
  });

  it('keeps a new approval of a payment that was not executed, or that is not in the order book', async () => {
    await approved('h', ['a', 'b']);
    await ordered('a', 'RJCT');
    await executed('b_whole', 'settled');
    expect(await sweep()).toBe(0);
  });

  it('keeps a new approval of an executed payment as long as a reader has not passed its executions', async () => {
    await approved('h', ['a']);
    await ordered('a', 'ACSC');
    await executed('a_whole', 'settled');
    await database.pool.query(
      `insert into es.checkpoint (name, prev) values ('core-orders', '1:1:')`,
    );
    expect(await sweep()).toBe(0);
    await database.pool.query('update es.checkpoint set prev = pg_current_snapshot()');
    expect(await sweep()).toBe(1);
  });

  it('passes several pages', async () => {
    const many = Array.from({ length: 1001 }, (_, i) => `p${String(i).padStart(4, '0')}`);
    await approved('h', many, [7, 0]);
    await ordered('p0999', 'ACTC');
    expect(await sweep()).toBe(1000);
    expect(await kept()).toEqual({ payments: ['p0999'], texts: ['h'] });
  });

  it('deletes nothing after the signal has aborted', async () => {
    await approved('h', ['a'], [7, 0]);
    expect(await deleteApprovals(database, months, AbortSignal.abort())).toBe(0);
  });
});
