import { Client } from 'pg';
import { DataSource, type MigrationInterface } from 'typeorm';

/** A TypeORM migration; the number at the end of its name is its place in the order. */
export type MigrationClass = new () => MigrationInterface;

/** All openers of a database queue on this number while one of them migrates. */
const migrationLock = '7305419860241101';
const migrationLockWaitMs = 30_000;

/**
 * Brings a database up to date. Any number of processes may do so at once: they take turns, and all
 * but the first find nothing to do. The connections of this have no statement timeout.
 */
export async function migrate(url: string, migrations: readonly MigrationClass[]): Promise<void> {
  const turn = new Client({ connectionString: url, application_name: 'nordgate-migrations' });
  await turn.connect();
  try {
    await turn.query(`select pg_advisory_lock(${migrationLock})`);
    await runMigrations(url, migrations);
  } finally {
    await turn.end();
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
