import type { Database } from '../sql/database.js';

/** Every reader has passed what is there, and the relay, which does not run in each test. */
const readAll = `
insert into es.checkpoint (name, prev, cur) values ('relay', pg_current_snapshot(), pg_current_snapshot())
on conflict (name) do nothing`;
const passAll =
  'update es.checkpoint set prev = pg_current_snapshot(), cur = pg_current_snapshot()';

/**
 * Makes every event so much older, such as `1 month`, and lets every reader pass it: what else a service does by the clock of its
 * database is not affected.
 */
export async function passTime({ pool }: Pick<Database, 'pool'>, time: string): Promise<void> {
  await pool.query(readAll);
  await pool.query(passAll);
  await pool.query('update es.event set at = at - $1::interval', [time]);
}
