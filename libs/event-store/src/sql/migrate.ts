import { setTimeout as delay } from 'node:timers/promises';
import pg, { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A TypeORM migration; the number at the end of its name gives its place in the order. */
export type MigrationClass = new () => MigrationInterface;

/** How a process waits for migrations that another one runs. */
export interface MigrationWait {
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
  /** Called whenever the reason to wait has changed. */
  readonly onWaiting: (reason: WaitReason) => void;
  /** Default one second. */
  readonly pollMs?: number;
}

/** The names of the migrations that the database lacks, or the error of the attempt to read them. */
export type WaitReason = { readonly missing: readonly string[] } | { readonly error: unknown };

/** The key of the advisory lock that one process holds while it migrates a database. */
export const migrationLock = '7305419860241101';
const migrationLockWaitMs = 30_000;
const lockPollMs = 100;

/**
 * Runs the migrations that a database lacks, and returns their names. Several processes may call this at
 * once: one of them migrates, the others wait and find nothing to do. A database that lacks none costs one connection
 * and no lock. The connections have no statement timeout. A database with migrations of a newer release stays as it is.
 *
 * @throws errors of the driver and of the migration that failed, which is rolled back where it has a transaction
 */
export async function migrate(
  url: string,
  migrations: readonly MigrationClass[],
): Promise<readonly string[]> {
  const holder = new Client({ connectionString: url, application_name: 'nordgate-migrations' });
  await holder.connect();
  try {
    if (!(await lacksAny(holder, migrations))) return [];
    await lockMigrations(holder);
    return await runMigrations(url, migrations);
  } finally {
    await holder.end();
  }
}

/**
 * Polls for the lock. A process that waited in a statement would hold a snapshot, and an index that is built concurrently
 * waits for every older snapshot: builder and waiter would wait for each other.
 */
async function lockMigrations(holder: Client): Promise<void> {
  for (;;) {
    const { rows } = await holder.query<{ isHeld: boolean }>(
      `select pg_try_advisory_lock(${migrationLock}) as "isHeld"`,
    );
    if (rows[0]?.isHeld === true) return;
    await delay(lockPollMs);
  }
}

async function runMigrations(
  url: string,
  migrations: readonly MigrationClass[],
): Promise<readonly string[]> {
  const { DataSource } = await import('typeorm');
  const dataSource = new DataSource({
    type: 'postgres',
    driver: pg,
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
    return (await dataSource.runMigrations()).map(({ name }) => name);
  } finally {
    await dataSource.destroy();
  }
}

const waitPollMs = 1000;

/**
 * Resolves when all of these migrations have run on the database, with those of a newer release or
 * without. It changes nothing, and also waits for a database that cannot be reached yet.
 *
 * @throws the reason of the signal
 */
export async function awaitMigrations(
  url: string,
  migrations: readonly MigrationClass[],
  { signal, onWaiting, pollMs = waitPollMs }: MigrationWait,
): Promise<void> {
  let told: string | undefined;
  for (;;) {
    signal?.throwIfAborted();
    const reason = await reasonToWait(url, migrations);
    if (reason === undefined) return;
    const text = 'missing' in reason ? reason.missing.join() : String(reason.error);
    if (text !== told) onWaiting(reason);
    told = text;
    await delay(pollMs, undefined, { signal });
  }
}

async function reasonToWait(
  url: string,
  migrations: readonly MigrationClass[],
): Promise<WaitReason | undefined> {
  try {
    const missing = missingIn(await appliedMigrations(url), migrations);
    return missing.length === 0 ? undefined : { missing };
  } catch (error) {
    return { error };
  }
}

async function appliedMigrations(url: string): Promise<ReadonlySet<string>> {
  const client = new Client({
    connectionString: url,
    application_name: 'nordgate-migrations',
    connectionTimeoutMillis: 5000,
    statement_timeout: 5000,
  });
  // Without a listener a connection that breaks would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await appliedOn(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function appliedOn(client: Pick<Client, 'query'>): Promise<ReadonlySet<string>> {
  const { rows: tables } = await client.query<{ found: boolean }>(
    `select to_regclass('schema_migration') is not null as found`,
  );
  if (tables[0]?.found !== true) return new Set();
  const { rows } = await client.query<{ name: string }>('select name from schema_migration');
  return new Set(rows.map(({ name }) => name));
}

/** Whether the database lacks one of these migrations. Throws errors of the driver. */
export async function lacksAny(
  connection: Pick<Client, 'query'>,
  migrations: readonly MigrationClass[],
): Promise<boolean> {
  return missingIn(await appliedOn(connection), migrations).length > 0;
}

/** The names of the migrations that are not among the applied ones. */
function missingIn(
  applied: ReadonlySet<string>,
  migrations: readonly MigrationClass[],
): readonly string[] {
  const wanted = migrations.map((Migration) => new Migration().name ?? Migration.name);
  return wanted.filter((name) => !applied.has(name));
}

/**
 * Builds an index beside reads and writes. A plain `create index` locks its table against writes, which fail after their
 * lock timeout of a second. PostgreSQL builds concurrently outside transactions only, so the migration has
 * `transaction = false`, and it may be repeated: a build that was broken off leaves an invalid index, which the next one
 * replaces (manual of PostgreSQL, "Building Indexes Concurrently").
 *
 * @param name without the schema
 * @param definition the table with its schema, the columns and the condition
 * @throws errors of the driver, for a unique index also where two rows have one key
 */
export async function buildIndex(
  runner: QueryRunner,
  name: string,
  definition: string,
  { isUnique = false }: { readonly isUnique?: boolean } = {},
): Promise<void> {
  const [schema = ''] = definition.split('.');
  await runner.query(`drop index concurrently if exists ${schema}.${name}`);
  const kind = isUnique ? 'unique index' : 'index';
  await runner.query(`create ${kind} concurrently ${name} on ${definition}`);
}
