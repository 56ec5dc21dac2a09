import { openDatabase } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';

const eventsPerStatement = 500_000;
const copied = 1000;

/**
 * Copies of events under ids of other streams. Their transaction is older than every reader's checkpoint, so the relay and
 * the projections have them behind them.
 */
const copyEvents = `
insert into es.event (tx, stream_id, version, type, schema_version, data, meta)
select '3', gen_random_uuid()::text, e.version, e.type, e.schema_version, e.data, e.meta
  from (select * from es.event order by tx desc, position desc limit ${String(copied)}) e,
       generate_series(1, $1::integer)`;

/** Fills the table of events of a database until it holds this many. Errors of the driver reject. */
export async function fillEvents(
  url: string,
  events: number,
  say: (line: string) => void,
): Promise<void> {
  await withDatabase(url, async ({ pool }) => {
    const { rows } = await pool.query<{ count: string }>('select count(*) from es.event');
    for (let held = Number(rows[0]?.count ?? 0); held < events;) {
      const copies = Math.ceil(Math.min(eventsPerStatement, events - held) / copied);
      held += (await pool.query(copyEvents, [copies])).rowCount ?? 0;
      say(`   ${held.toLocaleString('en')} events`);
    }
    await pool.query('analyze es.event');
  });
}

/** How many events a database holds. */
export async function eventsOf(url: string): Promise<number> {
  return withDatabase(url, async ({ pool }) => {
    const { rows } = await pool.query<{ count: string }>('select count(*) from es.event');
    return Number(rows[0]?.count ?? 0);
  });
}

async function withDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({
    url,
    applicationName: 'nordgate-bench',
    migrations: [],
    poolMax: 1,
  });
  try {
    // The only connection of this pool.
    await database.pool.query('set statement_timeout = 0');
    return await work(database);
  } finally {
    await database.close();
  }
}
