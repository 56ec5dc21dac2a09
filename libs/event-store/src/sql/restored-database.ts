import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { newestTransaction, nextTransaction } from './restore.js';

/** How a database that was restored from a dump stands, before anything is done about it. */
export interface RestoredDatabase {
  readonly database: string;
  /** Whether its events or readers carry transaction ids that this cluster has not reached. */
  readonly isFromFuture: boolean;
  readonly events: number;
  readonly readers: readonly string[];
  /** Other sessions that stay in the database, by application name: with one of them a rebase is not safe. */
  readonly sessions: readonly string[];
}

const state = `
select current_database() as database,
       coalesce(${newestTransaction} >= ${nextTransaction}, false) as "isFromFuture",
       (select count(*)::int from es.event) as events,
       (select coalesce(json_agg(name order by name), '[]') from es.checkpoint) as readers`;

const others = `
select coalesce(nullif(application_name, ''), 'without a name') as name from pg_stat_activity
 where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;

/** The server lists the session of a process that has ended, and of a connection that was closed, for a moment more. */
const [leavesMs, lookMs] = [2000, 50];

/** Looks at a service's database without changing it. Throws errors of the driver. */
export async function restoredDatabase(url: string): Promise<RestoredDatabase> {
  const client = new Client({ connectionString: url, application_name: 'nordgate-rebase' });
  await client.connect();
  try {
    const sessions = await stayingSessions(client);
    const { rows } = await client.query<Omit<RestoredDatabase, 'sessions'>>(state);
    const [row] = rows;
    if (!row) throw new Error('the database did not answer');
    return { ...row, sessions };
  } finally {
    await client.end();
  }
}

async function stayingSessions(client: Client): Promise<readonly string[]> {
  const until = performance.now() + leavesMs;
  for (;;) {
    const { rows } = await client.query<{ name: string }>(others);
    if (rows.length === 0 || performance.now() >= until) return rows.map(({ name }) => name);
    await sleep(lookMs);
  }
}
