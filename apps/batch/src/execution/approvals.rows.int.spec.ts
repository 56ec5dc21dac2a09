import { testDatabase } from '@nordgate/event-store/testing';
import type { TestDatabase } from '@nordgate/event-store/testing';
import { batchMigrations } from '../batch.module.js';
import { findingApprovals } from './approvals.rows.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('finding_approvals', [...batchMigrations]);
});
afterAll(() => database.close());

const idOf = (n: number) => `payment-${String(n).padStart(6, '0')}`;

/** Approvals of payments from the first number to the last one, each with its own. */
async function approved(first: number, last: number): Promise<void> {
  await database.pool.query(
    `insert into sealed_approval (hash, signature, key_id, text)
       select 'hash-' || n, 'signature', 'key', 'text-' || n from generate_series($1::int, $2::int) n`,
    [first, last],
  );
  await database.pool.query(
    `insert into approved_payment (payment_id, hash)
       select 'payment-' || lpad(n::text, 6, '0'), 'hash-' || n from generate_series($1::int, $2::int) n`,
    [first, last],
  );
}

/** How often a table of approvals was read from its begin to its end. */
async function scans(): Promise<number> {
  const { pool } = database;
  await Promise.all(
    Array.from({ length: 10 }, () => pool.query('select pg_stat_force_next_flush()')),
  );
  const { rows } = await pool.query<{ scans: number }>(
    `select sum(seq_scan)::int as scans from pg_stat_user_tables
      where relname in ('sealed_approval', 'approved_payment')`,
  );
  return rows[0]?.scans ?? Number.NaN;
}

describe('the approvals of the payments of a page', () => {
  it('are found by their keys, however many approvals batch keeps', async () => {
    await approved(1, 200);
    const find = findingApprovals(database);
    await find(idOf(1));
    await approved(201, 20_000);
    const before = await scans();
    const found = await Promise.all(Array.from({ length: 100 }, (_, n) => find(idOf(n * 150 + 1))));
    expect(found.map((proofs) => proofs.map(({ text }) => text))).toEqual(
      Array.from({ length: 100 }, (_, n) => [`text-${String(n * 150 + 1)}`]),
    );
    expect(await scans()).toBe(before);
  });

  it('are none for a payment that nobody approved, and all of one that two approved', async () => {
    await database.pool.query(
      `insert into sealed_approval (hash, signature, key_id, text) values
         ('two-b', 's', 'k', 'b'), ('two-a', 's', 'k', 'a'), ('two-a', '', '', 'a')`,
    );
    await database.pool.query(
      `insert into approved_payment (payment_id, hash) values ('two', 'two-b'), ('two', 'two-a')`,
    );
    const find = findingApprovals(database);
    expect(await Promise.all([find('nobody'), find('two')])).toEqual([
      [],
      [
        { hash: 'two-a', text: 'a' },
        { hash: 'two-a', text: 'a', seal: { keyId: 'k', signature: 's' } },
        { hash: 'two-b', text: 'b', seal: { keyId: 'k', signature: 's' } },
      ],
    ]);
  });
});
