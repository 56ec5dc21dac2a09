import { setTimeout as pause } from 'node:timers/promises';
import { batchAppWith } from '@nordgate/batch/batch.module';
import { defaultProfile } from '@nordgate/contracts/profile';
import { testApprovals } from '@nordgate/contracts/testing';
import { archiveEnded, EventArchive, FolderStore, openDatabase } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { paymentsAppWith } from '@nordgate/payments/payments.module';
import type { ServiceDefinition } from '@nordgate/service';
import { ExecutingBank } from './executing-bank.js';

const count = 2000;
const profile = { ...defaultProfile('sandbox'), retention: { paymentArchiveMonths: 14 } };
/** The services whose streams are archived. */
const apps = [paymentsAppWith(profile, testApprovals), batchAppWith(profile, testApprovals)];
const lookMs = 100;

type Sizes = ReadonlyMap<string, number>;

/**
 * What an executed payment occupies in the databases of payments and batch, before and after its streams are archived. All tables
 * are written again before each reading (`vacuum full`), so no reading has space of deleted rows.
 *
 * @param folder of the archive
 * @returns lines of text: the bytes of a payment by table, and those of the files
 */
export async function archiveFigures(
  url: (database: 'payments' | 'batch' | 'accounts' | 'others') => string,
  folder: string,
): Promise<readonly string[]> {
  const bank = await ExecutingBank.start(url);
  const databases = new Map<ServiceDefinition, Database>();
  try {
    for (const app of apps) {
      const options = { url: url(app.name as 'payments' | 'batch'), migrations: [], poolMax: 2 };
      databases.set(app, await openDatabase({ ...options, applicationName: 'nordgate-bench' }));
    }
    const empty = await sizesOf(databases);
    await bank.approve(count);
    await bank.executeRun();
    for (const [, { pool }] of databases) await untilExecuted(pool);
    const before = await sizesOf(databases);
    const store = new FolderStore(folder);
    for (const [app, database] of databases) await archiveAll(app, database, store);
    const after = await sizesOf(databases);
    return [
      `an executed payment (${String(count)}), bytes by table`,
      `   before the archive ${sumOf(empty, before)}: ${partsOf(empty, before)}`,
      `   after it           ${sumOf(empty, after)}: ${partsOf(empty, after)}`,
      `   in its files       ${perPayment(await bytesIn(store))}`,
    ];
  } finally {
    for (const [, database] of databases) await database.close();
    await bank.stop();
  }
}

/** The last status of a payment arrives after the end of its run. */
async function untilExecuted(pool: Database['pool']): Promise<void> {
  const waiting = `
    select from es.stream where stream_type = 'payment' and state ->> 'status' <> 'ACSC' limit 1`;
  while ((await pool.query(waiting)).rows.length > 0) await pause(lookMs);
}

async function archiveAll(
  { name: service, streams, archive: months = {}, retention = {} }: ServiceDefinition,
  database: Database,
  store: FolderStore,
): Promise<void> {
  await database.pool.query(`update es.event set at = at - interval '15 months'`);
  // A reader that has nothing to handle saves its place minutes later.
  await database.pool.query('update es.checkpoint set prev = pg_current_snapshot()');
  const archive = new EventArchive({ value: store });
  const never = new AbortController().signal;
  const options = { database, archive, service, streams, months, retention };
  const archived = await archiveEnded(options, never);
  const missing = archived.find((one) => one.archived !== count);
  if (missing !== undefined) throw new Error(`not all are archived: ${JSON.stringify(missing)}`);
}

async function sizesOf(databases: ReadonlyMap<ServiceDefinition, Database>): Promise<Sizes> {
  const sizes = new Map<string, number>();
  for (const [{ name: service }, { pool }] of databases) {
    await pool.query('vacuum full');
    const { rows } = await pool.query<{ name: string; bytes: string }>(`
      select n.nspname || '.' || c.relname as name, pg_total_relation_size(c.oid) as bytes
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname in ('es', 'public')`);
    for (const { name, bytes } of rows) sizes.set(`${service} ${name}`, Number(bytes));
  }
  return sizes;
}

const perPayment = (bytes: number) => (bytes / count).toFixed(0);

function sumOf(empty: Sizes, full: Sizes): string {
  const sum = (sizes: Sizes) => [...sizes.values()].reduce((all, one) => all + one, 0);
  return perPayment(sum(full) - sum(empty));
}

function partsOf(empty: Sizes, full: Sizes): string {
  return [...full]
    .map(([name, bytes]) => [name, bytes - (empty.get(name) ?? 0)] as const)
    .filter(([, bytes]) => bytes > count)
    .sort(([, one], [, other]) => other - one)
    .map(([name, bytes]) => `${name} ${perPayment(bytes)}`)
    .join(', ');
}

async function bytesIn(store: FolderStore): Promise<number> {
  const files = await Promise.all((await store.list('')).map((name) => store.get(name)));
  return files.reduce((sum, { length }) => sum + length, 0);
}
