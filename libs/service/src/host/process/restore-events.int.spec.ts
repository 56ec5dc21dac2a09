import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  archiveEnded,
  EventArchive,
  exportEvents,
  FolderStore,
  openDatabase,
} from '@nordgate/event-store';
import { emptyTestDatabase } from '@nordgate/event-store/testing';
import { createLog } from '@nordgate/telemetry';
import { countersApp, countMax } from '../../testing/counting-services.js';
import { runEventRestore } from './restore-events.js';

let database: Awaited<ReturnType<typeof emptyTestDatabase>>;
beforeEach(async () => {
  database = await emptyTestDatabase('restore-events');
});
afterEach(() => database.drop());

/** Runs the program. Answers with its exit code and its log lines. */
async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const own = { argv: ['node', 'restore-events.js', ...args], exitCode: 0 };
  const log = createLog({ app: 'payments', destination });
  const sandbox = { NORDGATE_ENVIRONMENT: 'sandbox', KAFKA_BROKERS: '127.0.0.1:1' };
  await runEventRestore(countersApp, { ...sandbox, DATABASE_URL: database.url, ...env }, own, log);
  return { code: own.exitCode, lines: lines.map((line) => JSON.parse(line) as object) };
}

const refused = (fault: RegExp) => ({
  code: 1,
  lines: [
    expect.objectContaining({
      msg: 'the events cannot be restored',
      faults: [expect.stringMatching(fault)],
    }),
  ],
});

describe('the program that reads events back from the topic', () => {
  it('refuses a database that somebody uses, and says who', async () => {
    const options = { applicationName: 'nordgate-payments', migrations: [], url: database.url };
    const used = await openDatabase(options);
    await used.ping();
    expect(await run([])).toEqual(refused(/is in use by nordgate-payments: stop every replica/));
    await used.close();
  });

  it.each(['yesterday', '', '1', '2026-11-23T07:00:00', '2026-13-01T00:00:00Z'])(
    'refuses the time %j',
    async (since) => {
      expect(await run(['--since', since])).toEqual(refused(/^--since has to be a date and time/));
    },
  );

  it('refuses an argument that it does not know', async () => {
    expect((await run(['--before', '2026-11-23T07:00:00Z'])).code).toBe(1);
  });

  it('names a setting that is missing', async () => {
    const { code, lines } = await run([], { KAFKA_BROKERS: '' });
    expect(code).toBe(1);
    expect(JSON.stringify(lines)).toContain('KAFKA_BROKERS');
  });

  it('demands TLS in production', async () => {
    const { code, lines } = await run([], { NORDGATE_ENVIRONMENT: 'production' });
    expect(code).toBe(1);
    expect(JSON.stringify(lines)).toContain('sslmode=verify-full');
  });

  it('folds an archived stream again whose state an older release has written', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nordgate-restore-'));
    const file = join(folder, 'store.json');
    await writeFile(file, JSON.stringify({ kind: 'folder', folder }));
    await archiveCounter(new FolderStore(folder));
    const files = { EXPORT_STORE_FILE: file, ARCHIVE_STORE_FILE: file };
    const { lines } = await run([], files);
    // The broker of the test does not answer: the export is read before the topic.
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: 'the export was read', parts: 1, events: 1 }),
    );
    await rm(folder, { recursive: true });
  });
});

const always = new AbortController().signal;

/** A counter in the archive whose state has the form of an older release, and an export that has its event. */
async function archiveCounter(store: FolderStore): Promise<void> {
  const { url } = database;
  const used = await openDatabase({ url, applicationName: 'archived', migrations: [] });
  await used.pool.query(
    `insert into es.event (stream_id, version, type, schema_version, data, meta, at)
     values ('counter-1', 1, 'Added', 1, $1, '{"commandId":"c","actor":"a","requestedAt":"now"}', now() - interval '40 days')`,
    [{ by: countMax }],
  );
  await used.pool.query(`
    insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state)
    values ('counter-1', 'counter', 1, '3', 0, '{}')`);
  await exportEvents({ database: used, service: 'payments', store }, always);
  const archive = new EventArchive({ value: store });
  const place = { database: used, archive, service: 'payments', streams: countersApp.streams };
  const terms = { months: { counter: 1 }, retention: { counter: 2 } };
  expect(await archiveEnded({ ...place, ...terms }, always)).toMatchObject([{ archived: 1 }]);
  await used.close();
}
