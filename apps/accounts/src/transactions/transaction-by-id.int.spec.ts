import { testDatabase } from '@nordgate/event-store/testing';
import type { TestDatabase } from '@nordgate/event-store/testing';
import { Transaction1790000000002 } from '../migrations/2-transaction.migration.js';
import { PendingTransaction1790000000004 } from '../migrations/4-pending-transaction.migration.js';
import { BalanceAfter1790000000008 } from '../migrations/8-balance-after.migration.js';
import { TransactionIds1790000000017 } from '../migrations/17-transaction-ids.migration.js';
import { transactionSql } from './copied-books.rows.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('transaction_by_id', [
    Transaction1790000000002,
    PendingTransaction1790000000004,
    BalanceAfter1790000000008,
    TransactionIds1790000000017,
  ]);
});
afterAll(() => database.close());

const account = 'account-0fdd7106-bd4a-504d-9292-99edd08e06bb';
const count = 20_000;

const transactions = `
  insert into transaction (account, generation, sequence, transaction_id, entry_id, status, day,
                           currency, amount, details, ended)
  select $1, 0, n, md5(n::text), n::text, 'booked', '2026-03-02', 'NOK', '-1.00', '{}',
         ${String(Number.MAX_SAFE_INTEGER)}
    from generate_series(1, $2::int) n`;

it('a transaction is found by its id in an index that does not repeat the account in each row', async () => {
  const { pool } = database;
  await pool.query(transactions, [account, count]);
  await pool.query('vacuum full analyze transaction');
  const id = await pool.query<{ id: string }>(`select md5('10000') as id`);
  const values = [account, 0, id.rows[0]?.id];
  expect((await pool.query(transactionSql, values)).rows).toHaveLength(1);
  const plan = await pool.query(`explain (costs off) ${transactionSql}`, values);
  const [, index = ''] = /Index Scan using (\w+)/u.exec(JSON.stringify(plan.rows)) ?? [];
  const sql = 'select pg_relation_size($1::regclass)::int as bytes';
  const size = await pool.query<{ bytes: number }>(sql, [index]);
  // The hash has 32 characters, and the account has 44.
  expect((size.rows[0]?.bytes ?? Number.NaN) / count).toBeLessThan(32 + 44);
});
