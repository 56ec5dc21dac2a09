import type { Pool, PoolClient } from 'pg';

/**
 * Runs work on one connection in a transaction. Rolls back and rethrows when the work or the commit fails.
 * When the connection is lost, also between two statements, the next statement fails.
 *
 * @param begin the statement that begins the transaction, e.g. with an isolation level
 */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  begin = 'begin',
): Promise<T> {
  const client = await pool.connect();
  // The pool listens to idle connections only. An error event without a listener ends the process.
  client.on('error', failsNextStatement);
  const release = (broken?: Error) => {
    client.off('error', failsNextStatement);
    client.release(broken);
  };
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query('commit');
    release();
    return result;
  } catch (error) {
    // A connection that cannot roll back is closed.
    await client.query('rollback').then(() => release(), release);
    throw error;
  }
}

function failsNextStatement(): void {
  // The driver marks the connection as broken by itself.
}
