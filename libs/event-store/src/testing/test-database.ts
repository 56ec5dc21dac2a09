import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { openDatabase } from '../sql/database.js';
import type { Database, DatabaseOptions } from '../sql/database.js';

/** A database for one test file. */
export interface TestDatabase extends Database {
  readonly url: string;
  /** Closes the connections and drops the database. */
  readonly close: () => Promise<void>;
}

/** The environment variable in which the global set-up of the test run stores the URL of its server. */
export const testServerVariable = 'NORDGATE_TEST_POSTGRES';

/**
 * A fresh, migrated database on the server of this test run. `name` shows in the server's activity.
 * Throws when the run has no server: only projects with `withPostgres` in their Jest settings do.
 */
export async function testDatabase(
  name: string,
  migrations: DatabaseOptions['migrations'] = [],
): Promise<TestDatabase> {
  const { url, drop } = await emptyTestDatabase(name);
  const database = await openDatabase({ url, applicationName: name, migrations, poolMax: 10 });
  const close = async (): Promise<void> => {
    await database.close();
    await drop();
  };
  return { ...database, url, close };
}

/** A fresh database without tables, and a function that drops it. Throws as `testDatabase`. */
export async function emptyTestDatabase(
  name: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = process.env[testServerVariable];
  if (!server) throw new Error(`${testServerVariable} is not set: no test server was started`);
  const database = `${name.replaceAll(/[^a-z0-9]+/g, '_')}_${randomBytes(5).toString('hex')}`;
  await asAdmin(server, (client) => client.query(`create database ${database}`));
  const url = new URL(server);
  url.pathname = `/${database}`;
  return { url: url.href, drop: () => dropDatabase(server, database) };
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
  return asAdmin(server, async (client) => {
    await sessionsGone(client, database);
    await client.query(`drop database if exists ${database} with (force)`);
  });
}

async function asAdmin(server: string, act: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}
