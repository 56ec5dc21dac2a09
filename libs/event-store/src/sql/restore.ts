import { Client, type Pool } from 'pg';

/*
 * A dump carries transaction ids. Restored into a younger cluster, they lie in that cluster's
 * future: readers see no event and the order guard refuses every append.
 */

const newestTransactions = `
select (select max(tx)::text from es.event) as stored,
       pg_snapshot_xmax(pg_current_snapshot())::text as next`;

/**
 * Refuses a database whose events carry transaction ids that its cluster has not reached yet.
 * Throws an Error that names the repair.
 */
export async function refuseFutureTransactions(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ stored: string | null; next: string }>(newestTransactions);
  const [{ stored, next } = { stored: null, next: '0' }] = rows;
  if (stored === null || BigInt(stored) < BigInt(next)) return;
  throw new Error(
    `the newest event was written by transaction ${stored}, but this cluster has only reached ${next}: ` +
      'the data was restored into a younger cluster. Run `npm run operator -- restore rebase` on it before opening it.',
  );
}

/** The first transaction id of every cluster: never in the future of a reader or of the guard. */
const rebaseEvents = `update es.event set tx = '3'`;
const rebaseStreams = `update es.stream set last_tx = '3'`;
const rebaseCheckpoints = `
update es.checkpoint
   set prev = case when $1 then '3:3:' else pg_current_snapshot() end,
       cur = null, last_tx = '0', last_position = 0, epoch = epoch + 1`;

/**
 * A resumed reader of a projection may stand behind events that the dump holds: its table is filled
 * again from the first one. Databases of older releases have no such table.
 */
const hasProjections = `select to_regclass('es.projection') is not null as found`;
const rebuildProjections = `
update es.projection set rebuild_requested_at = now(), shadow_version = null, updated_at = now()`;

/**
 * Repairs a database that was restored from a dump into a younger cluster, in one transaction. No
 * other process may use the database meanwhile.
 *
 * @param url of the database
 * @param readers `replay`: every reader starts from the first event again (consumers drop events that
 *   they know by stream and version); `resume`: every restored event counts as read
 * @throws errors of the driver; nothing is changed then
 */
export async function rebaseTransactions(url: string, readers: 'replay' | 'resume'): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'nordgate-rebase' });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(rebaseEvents);
    await client.query(rebaseStreams);
    await client.query(rebaseCheckpoints, [readers === 'replay']);
    const { rows } = await client.query<{ found: boolean }>(hasProjections);
    if (rows[0]?.found === true) await client.query(rebuildProjections);
    await client.query('commit');
  } finally {
    await client.end();
  }
}
