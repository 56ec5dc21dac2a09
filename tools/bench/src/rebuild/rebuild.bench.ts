import { sandboxAccountsApp } from '@nordgate/accounts/accounts.sandbox';
import { openDatabase } from '@nordgate/event-store';
import type { Database, Projection } from '@nordgate/event-store';
import { rebuildProjection, StreamTypes, tableOf } from '@nordgate/event-store/testing';
import { startEmbeddedServer } from '@nordgate/local/postgres';
import { postmasterOf, processorSeconds } from '../peer/process-time.js';

const eventsDefault = 1_000_000;
const eventsOfAccount = 200;
const readers = 4;
/** The goal: so many events in ten minutes on two cores. */
const goal = { events: 10_000_000, minutes: 10 } as const;

/** What a rebuild took. */
interface Rebuilt {
  readonly seconds: number;
  /** Processor time of this process. */
  readonly processSeconds: number;
  /** Processor time of PostgreSQL. */
  readonly databaseSeconds: number;
}

/** The number of events of `npm run bench -- rebuild`. Throws for one that is none. */
function rebuildEventsOf({ BENCH_EVENTS: text }: NodeJS.ProcessEnv): number {
  const events = text === undefined ? eventsDefault : Number(text);
  if (Number.isSafeInteger(events) && events >= eventsOfAccount) return events;
  throw new Error(
    `BENCH_EVENTS: The value must be a number of ${String(eventsOfAccount)} or more.`,
  );
}

/**
 * Rebuilds the table of transactions by one reader of windows, as releases before ranges did, and by several readers of
 * ranges. It starts a PostgreSQL server.
 *
 * @returns lines of text
 */
export async function rebuildFigures(
  dataDir: string,
  env: NodeJS.ProcessEnv,
): Promise<readonly string[]> {
  const events = rebuildEventsOf(env);
  const server = await startEmbeddedServer({ dataDir, log: () => undefined });
  try {
    await server.ensureDatabase('accounts');
    return await figuresIn(server.url('accounts'), events);
  } finally {
    await server.stop();
  }
}

async function figuresIn(url: string, events: number): Promise<readonly string[]> {
  const { migrations, projections = [] } = sandboxAccountsApp;
  const [projection] = projections;
  if (projection === undefined) throw new Error('accounts has no projection');
  const entities = [projection.entity];
  const options = { url, applicationName: 'nordgate-bench', migrations, entities };
  const database = await openDatabase(options);
  try {
    await fill(database, events);
    const before = await measured(url, () => rebuilt(database, projection, 'windows'));
    const now = await measured(url, () => rebuilt(database, projection, 'ranges'));
    return [
      lineOf('one reader of windows', before, events),
      lineOf(`${String(readers)} readers of ranges`, now, events),
    ];
  } finally {
    await database.close();
  }
}

function lineOf(what: string, { seconds, ...used }: Rebuilt, events: number): string {
  const each = (part: number) => ((1_000_000 * part) / events).toFixed(1);
  const minutes = ((goal.events / events) * seconds) / 60;
  const rate = `${Math.round(events / seconds).toLocaleString('en')} events a second`;
  const cost = `${each(used.processSeconds)} µs of Node.js and ${each(used.databaseSeconds)} µs of PostgreSQL an event`;
  const all = `${goal.events.toLocaleString('en')} would take ${minutes.toFixed(1)} min (target ${String(goal.minutes)})`;
  return `rebuild by ${what}: ${rate}, ${cost}; ${all}`;
}

async function measured(url: string, work: () => Promise<void>): Promise<Rebuilt> {
  const server = { pid: process.pid, postmaster: await postmasterOf(url) };
  const allBefore = await processorSeconds(server);
  const ownBefore = process.cpuUsage();
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(ownBefore);
  const processSeconds = (user + system) / 1_000_000;
  const allSeconds = (await processorSeconds(server)) - allBefore;
  return { seconds, processSeconds, databaseSeconds: allSeconds - processSeconds };
}

async function rebuilt(
  database: Database,
  projection: Projection,
  way: 'windows' | 'ranges',
): Promise<void> {
  const types = new StreamTypes(sandboxAccountsApp.streams);
  const table = tableOf(database.dataSource, projection);
  const signal = new AbortController().signal;
  if (way === 'windows') await beginWindows(database, projection, table.name);
  const resume = way === 'windows';
  await rebuildProjection({ database, types, projection, table, signal, readers, resume });
}

/** An empty table whose checkpoint stands before the first event: a rebuild goes on by windows alone. */
async function beginWindows(
  { pool }: Database,
  { name, version }: Projection,
  table: string,
): Promise<void> {
  await pool.query(`create table shadow.${table} (like public.${table} including all)`);
  await pool.query('insert into es.checkpoint (name, prev) values ($1, $2)', [
    `${name}:rebuild`,
    '3:3:',
  ]);
  await pool.query(
    'insert into es.projection (name, version, shadow_version) values ($1, $2, $2)',
    [name, version],
  );
}

/** Booked transactions, appended to the accounts in turn, so that no account is together in the table. */
const bookings = `
insert into es.event (stream_id, version, type, schema_version, data, meta)
select 'account-' || md5((i % $2)::text)::uuid, i / $2 + 1, 'PostingsBooked', 1,
       json_build_object(
         'entryId', 'payment-' || md5(i::text)::uuid, 'sequence', i / $2 + 1,
         'postings', json_build_array(json_build_object(
           'currency', 'NOK', 'amount', '-1250.00', 'bookingDate', '2026-11-20', 'valueDate', '2026-11-20',
           'details', json_build_object(
             'endToEndId', 'invoice-' || i, 'creditorName', 'Nordgate Elektro AS',
             'creditorAccount', json_build_object('iban', 'NO5399991200017'),
             'remittanceInformationUnstructured', 'Invoice ' || i || ' of November',
             'bankTransactionCode', 'PMNT-ICDT-ESCT'))),
         'balance', '25000.00', 'at', '2026-11-20T10:00:00.000Z'),
       '{"i":"payment-1/book"}'
  from generate_series(0, $1::integer - 1) i`;

/** On a connection without a timeout, which ends afterwards. */
async function fill({ pool }: Database, events: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    // A vacuum of the table that was swapped in would hold the lock that the next swap waits for.
    await client.query('alter system set autovacuum = off');
    await client.query('select pg_reload_conf()');
    const values = [events, Math.floor(events / eventsOfAccount)];
    const patient = { query_timeout: 3_600_000 };
    await client.query({ text: bookings, values, ...patient });
    await client.query({ text: 'vacuum analyze es.event', ...patient });
  } finally {
    client.release(true);
  }
}
