import { Client, type Pool } from 'pg';

/*
 * A dump carries transaction ids. Restored into a younger cluster, they lie in that cluster's
 * future: readers see no event and the order guard refuses every append.
 */

/**
 * SQL: the newest transaction id of the events and of the readers' snapshots. A reader may be far ahead of the
 * events of its database, because the snapshots count the transactions of the whole cluster: it would skip every
 * event until the cluster is as old as the snapshot.
 */
export const newestTransaction = `
greatest((select max(tx) from es.event),
         (select (max(greatest(pg_snapshot_xmax(prev), pg_snapshot_xmax(cur)))::text::bigint - 1)
            from es.checkpoint)::text::xid8)`;

/** SQL: the first transaction id that the cluster has not given out. */
export const nextTransaction = 'pg_snapshot_xmax(pg_current_snapshot())';

const newestTransactions = `
select (${newestTransaction})::text as stored, ${nextTransaction}::text as next`;

/**
 * Refuses a database whose events or readers carry transaction ids that its cluster has not reached yet.
 * Throws an Error that names the repair.
 */
export async function refuseFutureTransactions(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ stored: string | null; next: string }>(newestTransactions);
  const [{ stored, next } = { stored: null, next: '0' }] = rows;
  if (stored === null || BigInt(stored) < BigInt(next)) return;
  throw new Error(
    `the database knows transaction ${stored}, but this cluster has only reached ${next}: ` +
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
export function rebaseTransactions(url: string, readers: 'replay' | 'resume'): Promise<void> {
  return inOneTransaction(url, async (client) => {
    await client.query(rebaseEvents);
    await client.query(rebaseStreams);
    await moveReaders(client, readers);
  });
}

/**
 * Lets every reader of a database start at the first event again: the relay publishes all events once more, and
 * consumers drop those that they know. No other process may use the database meanwhile.
 *
 * @param url of the database
 * @throws errors of the driver; nothing is changed then
 */
export function replayReaders(url: string): Promise<void> {
  return inOneTransaction(url, (client) => moveReaders(client, 'replay'));
}

async function moveReaders(client: Client, readers: 'replay' | 'resume'): Promise<void> {
  await client.query(rebaseCheckpoints, [readers === 'replay']);
  const { rows } = await client.query<{ found: boolean }>(hasProjections);
  if (rows[0]?.found === true) await client.query(rebuildProjections);
}

async function inOneTransaction(
  url: string,
  act: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'nordgate-rebase' });
  await client.connect();
  try {
    await client.query('begin');
    await act(client);
    await client.query('commit');
  } finally {
    await client.end();
  }
}
