import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountsMigrations } from '@nordgate/accounts/accounts.module';
import { basketsMigrations } from '@nordgate/baskets/baskets.module';
import { batchMigrations } from '@nordgate/batch/batch.module';
import { testDatabase } from '@nordgate/event-store/testing';
import { paymentsMigrations } from '@nordgate/payments/payments.module';
import { scaMigrations } from '@nordgate/sca/sca.module';
import { keptTable, keptTablesOn } from '@nordgate/testing';

const migrations = {
  accounts: accountsMigrations,
  baskets: basketsMigrations,
  batch: batchMigrations,
  payments: paymentsMigrations,
  sca: scaMigrations,
} as const;

const page = readFileSync(join(import.meta.dirname, '../../../docs/operations/data.md'), 'utf8');
const kept = keptTablesOn(page);

/** The tables of a service after all of its migrations. */
async function tablesOf(service: keyof typeof migrations): Promise<readonly string[]> {
  const { pool, close } = await testDatabase(`kept_${service}`, migrations[service]);
  try {
    const { rows } = await pool.query<{ name: string }>(`
      select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as name
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname in ('es', 'public') order by 1`);
    return rows.map(({ name }) => name);
  } finally {
    await close();
  }
}

const services = Object.keys(migrations) as (keyof typeof migrations)[];

describe('the page about personal data', () => {
  it.each(services)('says of each table of %s how long it keeps its rows', async (service) => {
    const tables = await tablesOf(service);
    const unnamed = tables.filter((table) => (keptTable(kept, service, table)?.kept ?? '') === '');
    expect(unnamed).toEqual([]);
  });

  it.each(services)('names no table that %s does not have', async (service) => {
    const tables = await tablesOf(service);
    const gone = kept.filter((one) => one.service === service && !tables.includes(one.table));
    expect(gone.map(({ table }) => table)).toEqual([]);
  });
});
