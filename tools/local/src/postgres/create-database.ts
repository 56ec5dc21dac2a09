import { Client, DatabaseError } from 'pg';

const duplicateDatabase = '42P04';
/** Two sessions creating the same database at once may meet in the catalog instead. */
const uniqueViolation = '23505';

/** Creates a database on the server of `serverUrl` unless it exists; safe against a concurrent creator. */
export async function createDatabaseIfMissing(serverUrl: string, name: string): Promise<void> {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(name)) throw new Error(`not a database name: ${name}`);
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${name}`);
  } catch (error) {
    const code = error instanceof DatabaseError ? error.code : undefined;
    if (code !== duplicateDatabase && code !== uniqueViolation) throw error;
  } finally {
    await client.end();
  }
}
