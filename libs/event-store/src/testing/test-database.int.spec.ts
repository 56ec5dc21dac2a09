import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { emptyTestDatabase } from './test-database.js';

it('emptyTestDatabase drops its database after the last session has ended', async () => {
  const errors: Error[] = [];
  const { url, drop } = await emptyTestDatabase('farewell');
  const pool = new Pool({ connectionString: url });
  pool.on('error', (error) => errors.push(error));
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const session = rows[0]?.pid ?? 0;
  process.kill(session, 'SIGSTOP');
  await pool.end();
  const dropped = drop();
  await sleep(300);
  process.kill(session, 'SIGCONT');
  await dropped;
  await sleep(100);
  expect(errors).toEqual([]);
});
