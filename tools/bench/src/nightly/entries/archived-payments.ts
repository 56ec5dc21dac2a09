import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { batchAppWith } from '@nordgate/batch/batch.module';
import { defaultProfile } from '@nordgate/contracts/profile';
import { testApprovals } from '@nordgate/contracts/testing';
import {
  archiveEnded,
  deleteArchived,
  deletionPlaceOf,
  EventArchive,
  EventImport,
  EventStore,
  exportEvents,
  FolderStore,
  openDatabase,
  readExport,
} from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { say } from '@nordgate/local/tool';
import { paymentsAppWith } from '@nordgate/payments/payments.module';
import type { ServiceDefinition } from '@nordgate/service';
import { ExecutingBank } from '../../execution/executing-bank.js';
import { executionDatabases } from '../../execution/execution.bench.js';
import { tableSizes } from '../table-sizes.js';
import type { NightlyParts } from '../nightly-report.js';

/** The least that a profile allows for the archive, and two months more for the deletion. */
const months = { archive: 14, deletion: 16 } as const;
const monthDays = 31;
const lookMs = 200;
/** Histories that are compared event by event. */
const sampleMax = 500;
const importedAtOnce = 500;
const applicationName = 'nordgate-nightly';
const always = new AbortController().signal;
const profile = defaultProfile('sandbox');

/** A service whose ended streams are archived. */
interface ArchivedService {
  readonly app: ServiceDefinition;
  /** The type of the streams that end. */
  readonly type: string;
  readonly database: Database;
  readonly archive: EventArchive;
}

/** Executes payments, exports and archives their streams, deletes them when their months are over, and restores them from the export. */
export async function archivePayments(parts: NightlyParts, count: number): Promise<void> {
  const { server, report, clock, dataDir } = parts;
  for (const name of executionDatabases) await server.ensureDatabase(name);
  await report.phase('execute payments', () => execute((name) => server.url(name), count));
  const store = new FolderStore(join(dataDir, 'export'));
  const archive = new EventArchive({ value: new FolderStore(join(dataDir, 'archive')) });
  const services = [
    await open(parts, paymentsAppWith(profile, testApprovals), { type: 'payment', archive }),
    await open(parts, batchAppWith(profile, testApprovals), { type: 'execution', archive }),
  ];
  try {
    for (const service of services) {
      await exportAll(service, store);
      const histories = await historiesIn(service);
      say(`   ${await bytesOf(parts, service)} before the archive`);
      await restore(parts, service, { store, histories, count });
    }
    await clock.move((months.archive + 1) * monthDays);
    for (const service of services) await archiveOf(parts, service, count);
    await clock.move((months.deletion - months.archive + 1) * monthDays);
    for (const service of services) await deleteOf(parts, service, count);
  } finally {
    for (const { database } of services) await database.close();
  }
}

async function execute(
  url: Parameters<typeof ExecutingBank.start>[0],
  count: number,
): Promise<string> {
  const bank = await ExecutingBank.start(url);
  try {
    await bank.approve(count);
    await bank.executeRun();
    const options = { url: url('payments'), applicationName, migrations: [], poolMax: 1 };
    const { pool, close } = await openDatabase(options);
    // The last status of a payment arrives after the end of its run.
    const waiting = `
      select from es.stream where stream_type = 'payment' and state ->> 'status' <> 'ACSC' limit 1`;
    while ((await pool.query(waiting)).rows.length > 0) await pause(lookMs);
    await close();
  } finally {
    await bank.stop();
  }
  return `${count.toLocaleString('en')} payments`;
}

async function open(
  { server }: NightlyParts,
  app: ServiceDefinition,
  own: Pick<ArchivedService, 'type' | 'archive'>,
): Promise<ArchivedService> {
  const { archive } = own;
  const { projections = [] } = app;
  const entities = projections.map(({ entity }) => entity);
  const options = { url: server.url(app.name), applicationName, migrations: [], entities, archive };
  return { app, database: await openDatabase(options), ...own };
}

async function exportAll({ app, database }: ArchivedService, store: FolderStore): Promise<void> {
  // Readers of rare events save their places minutes later. The bank has stopped.
  await database.pool.query('update es.checkpoint set prev = pg_current_snapshot(), cur = null');
  await exportEvents({ database, service: app.name, store }, always);
}

/** A fingerprint of the histories of some streams, as \`stream show\` reads them. */
async function historiesIn({
  app,
  type,
  database,
}: Omit<ArchivedService, 'archive'>): Promise<string> {
  const text = `select stream_id as id from es.stream where stream_type = $1 order by 1 limit ${String(sampleMax)}`;
  const { rows } = await database.pool.query<{ id: string }>(text, [type]);
  const store = new EventStore(database, app.streams);
  const hash = createHash('sha256');
  for (const { id } of rows) {
    for (const event of await store.history(id))
      hash.update(`${id} ${String(event.version)} ${event.id} ${event.type}\n`);
  }
  return hash.digest('hex');
}

/** Imports the export into an empty database. */
async function restore(
  { server, report }: NightlyParts,
  { app, type }: ArchivedService,
  {
    store,
    histories,
    count,
  }: { readonly store: FolderStore; readonly histories: string; readonly count: number },
): Promise<void> {
  const name = `restored_${app.name}`;
  await server.ensureDatabase(name);
  const { migrations } = app;
  const database = await openDatabase({ url: server.url(name), applicationName, migrations });
  try {
    const importing = new EventImport(new EventStore(database, app.streams), app.name);
    await report.phase(`restore ${app.name}`, async () => {
      const faults: unknown[] = [];
      for await (const { events } of readExport(store, app.name, (fault) => faults.push(fault))) {
        for (let at = 0; at < events.length; at += importedAtOnce)
          await importing.take(events.slice(at, at + importedAtOnce));
      }
      const { imported, forks, gaps, refused } = await importing.finish();
      const wrong = [...faults, ...forks, ...gaps, ...refused];
      report.check('streams that the restore could not make', wrong, []);
      return `${String(imported)} events`;
    });
    report.check(`${type}s restored`, await rowsOf(database, type), count);
    report.check('restored histories', await historiesIn({ app, type, database }), histories);
  } finally {
    await database.close();
  }
}

async function archiveOf(
  parts: NightlyParts,
  service: ArchivedService,
  count: number,
): Promise<void> {
  const { report } = parts;
  const { app, type, database, archive } = service;
  const before = await historiesIn(service);
  await report.phase(`archive ${app.name}`, async () => {
    const terms = { months: { [type]: months.archive }, retention: { [type]: months.deletion } };
    const place = { database, archive, service: app.name, streams: app.streams };
    const [counted] = await archiveEnded({ ...place, ...terms }, always);
    report.check(`${type}s archived`, counted?.archived, count);
    return bytesOf(parts, service);
  });
  report.check('histories in the archive', await historiesIn(service), before);
}

async function deleteOf(
  parts: NightlyParts,
  service: ArchivedService,
  count: number,
): Promise<void> {
  const { report } = parts;
  const { app, type, database, archive } = service;
  await report.phase(`delete ${app.name}`, async () => {
    const place = deletionPlaceOf({
      database,
      streams: app.streams,
      projections: app.projections ?? [],
    });
    const terms = { archive, service: app.name, months: { [type]: months.deletion } };
    const { deleted } = await deleteArchived({ ...place, ...terms }, always);
    report.check(`${type}s deleted`, deleted, count);
    return bytesOf(parts, service);
  });
  report.check('tombstones', await rowsOf(database, 'tombstone'), count);
}

async function rowsOf({ pool }: Database, type: string): Promise<number> {
  const text = 'select count(*)::float8 as rows from es.stream where stream_type = $1';
  return (await pool.query<{ rows: number }>(text, [type])).rows[0]?.rows ?? 0;
}

async function bytesOf(
  { server }: NightlyParts,
  { app: { name } }: ArchivedService,
): Promise<string> {
  const sizes = await tableSizes(name, server.url(name));
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size.bytes, 0);
  const [events, inbox] = ['es.event', 'es.inbox'].map(
    (table) => sizes.get(`${name} ${table}`)?.rows ?? 0,
  );
  return `${name} has ${(bytes / 1_000_000).toFixed(1)} MB, ${String(events)} events and ${String(inbox)} ids in the inbox`;
}
