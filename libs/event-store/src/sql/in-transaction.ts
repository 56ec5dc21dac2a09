import type { Pool, PoolClient } from 'pg';

/**
 * Runs work on one connection in a transaction. Rolls back and rethrows when the work or the commit fails.
 *
 * @param begin the statement that begins the transaction, e.g. with an isolation level
 */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  begin = 'begin',
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // A connection that cannot roll back is closed.
    await client.query('rollback').then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    );
    throw error;
  }
}
