import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { asAdmin } from './admin-session.js';
import { openDatabase } from '../sql/database.js';
import type { Database, DatabaseOptions } from '../sql/database.js';
import { migrate } from '../sql/migrate.js';
import { eventStoreMigrations } from '../sql/migrations.js';

/** A database for one test file. */
export interface TestDatabase extends Database {
  readonly url: string;
  /** Closes the connections and drops the database. */
  readonly close: () => Promise<void>;
}

/** The environment variable in which the global set-up of the test run stores the URL of its server. */
export const testServerVariable = 'NORDGATE_TEST_POSTGRES';

type Migrations = DatabaseOptions['migrations'];

/** A database on the server of this test run, and a function that drops it. */
export interface DroppableDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/**
 * A fresh, migrated database on the server of this test run. `name` shows in the server's activity.
 * Throws when the run has no server: only projects with `withPostgres` in their Jest settings do.
 */
export async function testDatabase(
  name: string,
  migrations: Migrations = [],
): Promise<TestDatabase> {
  const { url, drop } = await migratedTestDatabase(name, migrations);
  const database = await openDatabase({ url, applicationName: name, migrations, poolMax: 10 });
  const close = async (): Promise<void> => {
    await database.close();
    await drop();
  };
  return { ...database, url, close };
}

/**
 * A fresh database in which the migrations of the event store and these have run. It is a copy of a template:
 * the migrations run once for each test run and not for each database. Throws as `testDatabase`.
 */
export async function migratedTestDatabase(
  name: string,
  migrations: Migrations,
): Promise<DroppableDatabase> {
  const server = testServer();
  return asAdmin(server, async (client) => {
    const template = await templateOf(client, server, migrations);
    // A copy of files costs the server less than a copy through its log.
    return createIn(client, { server, name, source: `template ${template} strategy file_copy` });
  });
}

/** A fresh database without tables, and a function that drops it. Throws as `testDatabase`. */
export function emptyTestDatabase(name: string): Promise<DroppableDatabase> {
  const server = testServer();
  return asAdmin(server, (client) =>
    createIn(client, { server, name, source: 'strategy file_copy' }),
  );
}

function testServer(): string {
  const server = process.env[testServerVariable];
  if (!server) throw new Error(`${testServerVariable} is not set: no test server was started`);
  return server;
}

async function createIn(
  client: Client,
  {
    server,
    name,
    source,
  }: { readonly server: string; readonly name: string; readonly source: string },
): Promise<DroppableDatabase> {
  const database = `${name.replaceAll(/[^a-z0-9]+/g, '_')}_${randomBytes(5).toString('hex')}`;
  await client.query(`create database ${database} ${source}`);
  return { url: urlOf(server, database), drop: () => dropDatabase(server, database) };
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** The key of the advisory lock that one worker holds while it creates a template. */
const templateLock = '7305419860241102';

/** The name of the template with these migrations, which the first worker that needs it creates. */
async function templateOf(client: Client, server: string, migrations: Migrations): Promise<string> {
  const all = [...eventStoreMigrations, ...migrations];
  const key = createHash('sha256').update(all.map(String).join('\n')).digest('hex');
  const template = `template_${key.slice(0, 16)}`;
  // A template is complete when it accepts no connections.
  const complete = 'select from pg_database where datname = $1 and not datallowconn';
  const isComplete = async () => (await client.query(complete, [template])).rowCount === 1;
  if (await isComplete()) return template;
  await client.query(`select pg_advisory_lock(${templateLock})`);
  try {
    if (await isComplete()) return template;
    await client.query(`drop database if exists ${template} with (force)`);
    await client.query(`create database ${template}`);
    await migrate(urlOf(server, template), all);
    await sessionsGone(client, template);
    await client.query(`alter database ${template} with allow_connections false`);
    return template;
  } finally {
    await client.query(`select pg_advisory_unlock(${templateLock})`);
  }
}

/** How long an ended session may take to disappear: `end` of a pool does not wait for that. */
const sessionEndMaxMs = 3_000;

/** Resolves when no session is left in the database, or after `sessionEndMaxMs`. */
async function sessionsGone(client: Client, database: string): Promise<void> {
  const sessions = 'select from pg_stat_activity where datname = $1 limit 1';
  for (const deadline = Date.now() + sessionEndMaxMs; Date.now() < deadline; await sleep(20)) {
    if ((await client.query(sessions, [database])).rowCount === 0) return;
  }
}

function dropDatabase(server: string, database: string): Promise<void> {
  return asAdmin(server, async (client): Promise<void> => {
    await sessionsGone(client, database);
    await client.query(`drop database if exists ${database} with (force)`);
  });
}
