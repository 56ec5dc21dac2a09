import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const migrations = [
  ...globSync('{apps,libs}/*/src/**/*.migration.ts', { cwd: root }),
  ...globSync('libs/event-store/src/sql/*.sql', { cwd: root }),
].sort();

/** Migrations that no database of a bank runs again, because version 0.2.0 or an older one has them. */
const released: Readonly<Record<'locking' | 'dropping', readonly string[]>> = {
  locking: [
    'apps/accounts/src/migrations/1-view-indexes.migration.ts',
    'apps/accounts/src/migrations/3-late-transfers.migration.ts',
    'apps/accounts/src/migrations/5-customer-identifiers.migration.ts',
    'apps/batch/src/migrations/4-open-transfers.migration.ts',
    'apps/batch/src/migrations/5-desk-lists.migration.ts',
    'apps/payments/src/migrations/1-unapproved-payments.migration.ts',
    'apps/payments/src/migrations/2-payments-to-sign.migration.ts',
    'apps/sca/src/migrations/1-psu-by-id.migration.ts',
    'apps/sca/src/migrations/11-ended-resource-age.migration.ts',
    'apps/sca/src/migrations/2-authorisations-of.migration.ts',
    'apps/sca/src/migrations/3-accesses-of.migration.ts',
    'apps/sca/src/migrations/6-open-authorisations.migration.ts',
    'apps/sca/src/migrations/7-authorisations-of-consents.migration.ts',
  ],
  dropping: [
    'apps/accounts/src/migrations/4-pending-transaction.migration.ts',
    'apps/payments/src/migrations/3-payment-to-sign.migration.ts',
    'apps/sca/src/migrations/7-authorisations-of-consents.migration.ts',
  ],
};

/** An index that locks its table against writes while it is built. */
const plainIndex =
  /create (?:unique )?index (?:if not exists )?(?!concurrently)(?:(\w+) )?on (?:only )?([\w.]+)/giu;
const createdTable = /create (?:unlogged )?table (?:if not exists )?([\w.]+)/giu;
const droppedIndex = /drop index (?!concurrently)/iu;

/** What `up` runs: `down` is for a bank without traffic. */
const upOf = (file: string) => read(file).split(/\basync down\(/u)[0] ?? '';

/** The indexes that a migration builds on tables that it does not create, so that production may have rows in them. */
function lockingIndexesIn(file: string): readonly string[] {
  const up = upOf(file);
  const created = [...up.matchAll(createdTable)].map(([, table]) => table);
  return [...up.matchAll(plainIndex)]
    .filter(([, , table]) => !created.includes(table))
    .map(([, index = '', table = '']) => `${index} on ${table}`);
}

describe('a migration', () => {
  it('builds an index concurrently on a table that it does not create', () => {
    const locking = migrations.filter((file) => lockingIndexesIn(file).length > 0);
    expect(locking).toEqual(released.locking);
  });

  it('drops no index in a transaction that locks more: readers of the table wait for it, and it may wait for them', () => {
    const dropping = migrations.filter((file) => droppedIndex.test(upOf(file)));
    expect(dropping).toEqual(released.dropping);
  });

  it('that builds an index concurrently has no transaction', () => {
    const building = migrations.filter((file) => /buildIndex\(|concurrently/iu.test(upOf(file)));
    expect(building.length).toBeGreaterThan(0);
    const inTransaction = building.filter((file) => !read(file).includes('transaction = false;'));
    expect(inTransaction).toEqual([]);
  });
});
