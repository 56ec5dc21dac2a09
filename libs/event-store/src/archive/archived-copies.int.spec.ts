import { exportEvents } from '../export/export-events.js';
import { readExport } from '../export/read-export.js';
import { copyFacts } from '../restore/copy-facts.js';
import { EventImport } from '../restore/event-import.js';
import type { ImportReport } from '../restore/event-import.js';
import { TallyArchive } from '../testing/tally-archive.js';
import { testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';

const always = new AbortController().signal;

let database: TestDatabase;
let bank: TallyArchive;
let exported: TallyArchive['objects'];

beforeAll(async () => {
  database = await testDatabase('archived_copies');
});
afterAll(() => database.close());
beforeEach(async () => {
  bank = await TallyArchive.open(database);
  await bank.endedStreams('a', 'b');
  await bank.readAll();
  exported = bank.objects;
  await exportEvents({ database, service: 'sca', store: exported }, always);
  await bank.makeOld(3);
  await bank.sweep();
});
afterEach(() => bank.close());

async function importExport(): Promise<ImportReport> {
  const importing = new EventImport(bank.store, 'test');
  for await (const { events } of readExport(exported, 'sca', () => undefined)) {
    await importing.take(events);
  }
  return importing.finish();
}

it('an import of the export knows the events that are in the archive', async () => {
  await bank.count('b', 'late');
  const report = await importExport();
  expect(report).toMatchObject({ imported: 0, known: 4, forks: new Map(), gaps: new Map() });
  expect(await bank.rowsOf('es.event')).toBe(1);
  expect(await bank.history('a')).toHaveLength(2);
});

it('an import of the export into an empty database brings the events back, and they are archived again', async () => {
  const before = await bank.history('a');
  await database.pool.query(
    'truncate es.event, es.stream, es.inbox, es.checkpoint, es.archive, es.archive_month',
  );
  expect(await importExport()).toMatchObject({ imported: 4, known: 0 });
  await bank.readAll();
  await bank.makeOld(3);
  expect(await bank.sweep()).toMatchObject([{ archived: 2 }]);
  const again = await bank.history('a');
  expect(again.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
});

it('a copy of a database with archived streams is of one moment', async () => {
  const facts = await copyFacts(database.url, { limitMs: 5000, signal: always });
  expect(facts).toMatchObject({ events: 0, streams: 2, tornStreams: 0 });
});
