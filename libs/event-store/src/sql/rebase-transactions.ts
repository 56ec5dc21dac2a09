import { Client } from 'pg';

/** The first transaction id of every cluster: no reader and no guard finds it in the future. */
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
 * Repairs a database that was restored from a dump into a younger cluster, while nothing else uses
 * it. `replay` lets every reader start again (consumers drop what they know by stream and version);
 * `resume` takes everything restored as already read. All or nothing.
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
