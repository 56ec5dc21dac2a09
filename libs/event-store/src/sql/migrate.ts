import { Client } from 'pg';
import { DataSource, type MigrationInterface } from 'typeorm';

/** A TypeORM migration; the number at the end of its name gives its place in the order. */
export type MigrationClass = new () => MigrationInterface;

/** The key of the advisory lock that one process holds while it migrates a database. */
const migrationLock = '7305419860241101';
const migrationLockWaitMs = 30_000;

/**
 * Runs the migrations that a database lacks. Several processes may call this at once: one of them
 * migrates, the others wait and find nothing to do. The connections have no statement timeout.
 *
 * @throws errors of the driver and of the migration that failed, which is rolled back
 */
export async function migrate(url: string, migrations: readonly MigrationClass[]): Promise<void> {
  const holder = new Client({ connectionString: url, application_name: 'nordgate-migrations' });
  await holder.connect();
  try {
    await holder.query(`select pg_advisory_lock(${migrationLock})`);
    await runMigrations(url, migrations);
  } finally {
    await holder.end();
  }
}

async function runMigrations(url: string, migrations: readonly MigrationClass[]): Promise<void> {
  const dataSource = new DataSource({
    type: 'postgres',
    url,
    applicationName: 'nordgate-migrations',
    migrations: [...migrations],
    migrationsTableName: 'schema_migration',
    migrationsTransactionMode: 'each',
    poolSize: 2,
    extra: { lock_timeout: migrationLockWaitMs },
  });
  await dataSource.initialize();
  try {
    await dataSource.runMigrations();
  } finally {
    await dataSource.destroy();
  }
}
