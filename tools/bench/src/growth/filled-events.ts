import { openDatabase } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { say } from '@nordgate/local/tool';

const eventsPerStatement = 100_000;
/** A busy disk may take a while for a statement. */
const query_timeout = 600_000;
const eventsPerLine = 1_000_000;
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
export async function fillEvents(url: string, events: number): Promise<void> {
  await withDatabase(url, async ({ pool }) => {
    let told = await countIn(pool);
    for (let held = told; held < events;) {
      const copies = Math.ceil(Math.min(eventsPerStatement, events - held) / copied);
      const copying = { text: copyEvents, values: [copies], query_timeout };
      held += (await pool.query(copying)).rowCount ?? 0;
      if (held - told < eventsPerLine) continue;
      told = held;
      say(`   ${held.toLocaleString('en')} events`);
    }
    const settling = { text: 'vacuum analyze es.event', query_timeout };
    await pool.query(settling);
  });
}

/** How many events a database holds. */
export async function eventsOf(url: string): Promise<number> {
  return withDatabase(url, ({ pool }) => countIn(pool));
}

async function countIn(pool: Database['pool']): Promise<number> {
  const counting = { text: 'select count(*) from es.event', query_timeout };
  const { rows } = await pool.query<{ count: string }>(counting);
  return Number(rows[0]?.count ?? 0);
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
    await database.pool.query('set statement_timeout = 0; set lock_timeout = 0');
    return await work(database);
  } finally {
    await database.close();
  }
}
