import { testDatabase } from '@nordgate/event-store/testing';
import type { TestDatabase } from '@nordgate/event-store/testing';
import { TransactionPlaces1790000000019 } from '../migrations/19-transaction-places.migration.js';
import { placeSql } from './copied-books.rows.js';
import { accountKeyOf } from './transaction-place.projection.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('transaction_by_id', [TransactionPlaces1790000000019]);
});
afterAll(() => database.close());

const account = accountKeyOf('account-0fdd7106-bd4a-504d-9292-99edd08e06bb');
const count = 20_000;

const places = `
  insert into transaction_place (account, sequence, version, id, generation, day)
  select $1, n, n, n::bigint * 1000003, 0, 20260302 from generate_series(1, $2::int) n`;

it('a transaction is found by its id in an index that has 64 bits of the id, and nothing else', async () => {
  const { pool } = database;
  await pool.query(places, [account, count]);
  await pool.query('vacuum full analyze transaction_place');
  const values = [account, 0, 10_000 * 1_000_003];
  expect((await pool.query(placeSql, values)).rows).toHaveLength(1);
  const plan = await pool.query(`explain (costs off) ${placeSql}`, values);
  const [, index = ''] = /Index Scan using (\w+)/u.exec(JSON.stringify(plan.rows)) ?? [];
  const sql = 'select pg_relation_size($1::regclass)::int as bytes';
  const size = await pool.query<{ bytes: number }>(sql, [index]);
  // Eight bytes, and those of an index entry.
  expect((size.rows[0]?.bytes ?? Number.NaN) / count).toBeLessThan(32);
});
