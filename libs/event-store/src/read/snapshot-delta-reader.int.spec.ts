import { StaleReaderError } from './checkpoint.js';
import { EventStore } from '../write/event-store.js';
import { handleSlice } from '../write/handle-slice.js';
import { openReader, pageBytesMax } from './snapshot-delta-reader.js';
import type { Page, Reader } from './snapshot-delta-reader.js';
import { streamType } from '@nordgate/decider';
import { tally, tallyCommand } from '@nordgate/decider/testing';
import { executeTally, tallyItem } from '../testing/tally-items.js';
import { testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';

let database: TestDatabase;
let store: EventStore;

beforeEach(async () => {
  database = await testDatabase('reader');
  store = new EventStore(database, [tally]);
});
afterEach(() => database.close());

let ids = 0;

async function append(...names: string[]): Promise<void> {
  const items = names.map((name) =>
    tallyItem(tallyCommand(`r${(ids += 1)}`, name, 'Count', { by: 1 })),
  );
  await handleSlice({ store, consumer: 'reader', items, execute: executeTally });
}

/** In statements that a slow machine also ends within the store's time limit for each. */
async function appendOldEvents(count: number): Promise<void> {
  const perStatement = 5000;
  for (let first = 1; first <= count; first += perStatement) {
    await database.pool.query(
      `insert into es.event (tx, stream_id, version, type, schema_version, data, meta)
         select '5', 'tally-bulk', n, 'Counted', 1, '{}', '{}' from generate_series($1::int, $2::int) n`,
      [first, first + perStatement - 1],
    );
  }
}

const open = (more: Partial<Parameters<typeof openReader>[0]> = {}) =>
  openReader({ database, name: 'relay', ...more });
const keys = ({ events }: Page) => events.map(({ streamId, version }) => `${streamId}@${version}`);

async function readOn(reader: Reader, limit = 100): Promise<string[]> {
  const page = await reader.read(limit);
  await page.done();
  return keys(page);
}

it('the snapshot-delta reader reads each event once, in pages, and then empty pages', async () => {
  await append('a', 'b', 'a');
  await append('c');
  const reader = await open();
  expect(await readOn(reader, 3)).toEqual(['tally-a@1', 'tally-a@2', 'tally-b@1']);
  await append('d');
  expect(await readOn(reader, 3)).toEqual(['tally-c@1']);
  expect(await readOn(reader, 3)).toEqual(['tally-d@1']);
  expect(await readOn(reader, 3)).toEqual([]);
});

it('the snapshot-delta reader skips other event types for good', async () => {
  await append('a', 'b');
  const other = await open({ name: 'other', eventTypes: ['Elsewhere'] });
  expect(await readOn(other)).toEqual([]);
  await append('c');
  const some = await open({ name: 'some', eventTypes: ['Elsewhere', 'Counted'] });
  expect(await readOn(some, 2)).toEqual(['tally-a@1', 'tally-b@1']);
  expect(await readOn(some, 2)).toEqual(['tally-c@1']);
  await append('a');
  expect(await readOn(other)).toEqual([]);
});

it('the snapshot-delta reader delivers complete events with exact 64-bit numbers', async () => {
  await append('a');
  const [event] = (await (await open()).read(10)).events;
  expect(event).toMatchObject({
    streamId: 'tally-a',
    version: 1,
    type: 'Counted',
    schemaVersion: 1,
    data: { by: 1 },
    meta: { actor: 'test', requestedAt: '2026-03-01T10:00:00Z' },
    position: 1n,
  });
  expect(typeof event?.tx).toBe('bigint');
});

it('the snapshot-delta reader reads the same window again after a crash between handling and done', async () => {
  await append('a', 'b');
  const crashed = await (await open()).read(2);
  await append('a', 'c');
  const resumed = await open();
  expect(keys(await resumed.read(2))).toEqual(keys(crashed));
  expect(await readOn(resumed, 2)).toEqual(keys(crashed));
  expect(await readOn(resumed)).toEqual([]);
  expect(await readOn(resumed)).toEqual(['tally-a@2', 'tally-c@1']);
});

it('the snapshot-delta reader repeats the only page of a window after a crash, before newer events', async () => {
  await append('a', 'b');
  const crashed = await (await open()).read(10);
  await append('a', 'c');
  const resumed = await open();
  expect(await readOn(resumed)).toEqual([...keys(crashed), 'tally-a@2', 'tally-c@1']);
  expect(await readOn(resumed)).toEqual([]);
});

it('the snapshot-delta reader resumes in the middle of a window', async () => {
  await append('a', 'b', 'c', 'd');
  expect(await readOn(await open(), 2)).toEqual(['tally-a@1', 'tally-b@1']);
  await append('e');
  const resumed = await open();
  expect(await readOn(resumed, 2)).toEqual(['tally-c@1', 'tally-d@1']);
  expect(await readOn(resumed, 2)).toEqual([]);
  expect(await readOn(resumed, 2)).toEqual(['tally-e@1']);
});

it('the snapshot-delta reader makes the former reader of its checkpoint stale: done and the next read fail', async () => {
  await append('a');
  const stale = await open();
  const page = await stale.read(10);
  const current = await open();
  await expect(page.done()).rejects.toThrow(StaleReaderError);
  await expect(page.done()).rejects.toThrow(/opened by another reader/);
  expect(await readOn(current)).toEqual(['tally-a@1']);
  await append('b');
  await expect(stale.read(10).then((next) => next.done())).rejects.toThrow(StaleReaderError);
  expect(await readOn(current)).toEqual(['tally-b@1']);
});

it('the snapshot-delta reader keeps one checkpoint per name', async () => {
  await append('a');
  expect(await readOn(await open({ name: 'one' }))).toEqual(['tally-a@1']);
  expect(await readOn(await open({ name: 'two' }))).toEqual(['tally-a@1']);
  expect(await readOn(await open({ name: 'late', from: 'now' }))).toEqual([]);
});

it('the snapshot-delta reader does not skip a transaction that commits after younger ones', async () => {
  const slow = database.dataSource.createQueryRunner();
  await slow.startTransaction();
  await slow.query(
    `insert into es.event (stream_id, version, type, schema_version, data, meta) values ('tally-slow', 1, 'Counted', 1, '{}', '{}')`,
  );
  await append('a');
  const reader = await open();
  expect(await readOn(reader)).toEqual(['tally-a@1']);
  await append('b');
  await slow.commitTransaction();
  await slow.release();
  expect((await readOn(reader)).sort()).toEqual(['tally-b@1', 'tally-slow@1']);
});

it('the snapshot-delta reader orders transaction ids as numbers when they gain a digit', async () => {
  await database.pool.query(
    `insert into es.event (tx, stream_id, version, type, schema_version, data, meta) values
       ('100', 'tally-x', 3, 'Counted', 1, '{}', '{}'),
       ('9', 'tally-x', 1, 'Counted', 1, '{}', '{}'),
       ('10', 'tally-x', 2, 'Counted', 1, '{}', '{}')`,
  );
  const reader = await open();
  expect(await readOn(reader, 2)).toEqual(['tally-x@1', 'tally-x@2']);
  expect(await readOn(reader, 2)).toEqual(['tally-x@3']);
});

it('the snapshot-delta reader lifts events to the current form when it knows the types', async () => {
  await append('a');
  const newer = streamType({
    ...tally,
    events: {
      ...tally.events,
      Counted: { version: 2, upcasts: [(data: { by: number }) => ({ by: data.by * 100 })] },
    },
  });
  const page = await (await open({ types: [newer] })).read(10);
  expect(page.events).toMatchObject([{ schemaVersion: 2, data: { by: 100 } }]);
});

it('the snapshot-delta reader reads through the index, whatever the size of the table', async () => {
  await append('a');
  const reader = await open();
  await readOn(reader);
  await appendOldEvents(20_000);
  const scans = async () => {
    await Promise.all(
      Array.from({ length: 10 }, () => database.pool.query('select pg_stat_force_next_flush()')),
    );
    const sql = `select seq_scan::int from pg_stat_user_tables where relname = 'event'`;
    return (await database.pool.query<{ seq_scan: number }>(sql)).rows[0]?.seq_scan;
  };
  const before = await scans();
  await append('b');
  expect(await readOn(reader)).toEqual(['tally-b@1']);
  expect(await scans()).toBe(before);
});

it('the snapshot-delta reader reads as many database pages for new events, however many old events there are', async () => {
  const pagesOfWindow = async () => {
    const { rows } = await database.pool.query<Record<'prev', string>>(
      'select pg_current_snapshot()::text as prev',
    );
    await append('b', 'c');
    const sql = `explain (analyze, buffers, format json)
      select * from es.stored_window($1, pg_current_snapshot(), '0', 0, 100, null)`;
    const plan = await database.pool.query<{
      'QUERY PLAN': [{ Plan: { 'Actual Rows': number; 'Shared Hit Blocks': number } }];
    }>(sql, [rows[0]?.prev]);
    const [root] = plan.rows[0]?.['QUERY PLAN'] ?? [];
    expect(root?.Plan['Actual Rows']).toBe(2);
    return root?.Plan['Shared Hit Blocks'] ?? Number.NaN;
  };
  await pagesOfWindow();
  const early = await pagesOfWindow();
  await appendOldEvents(50_000);
  await pagesOfWindow();
  expect(await pagesOfWindow()).toBeLessThan(early + 20);
});

describe('a page of large events', () => {
  const note = 'x'.repeat(1024 * 1024);

  /** One transaction with events of so many mebibytes each. */
  async function appendLarge(...mebibytes: readonly number[]): Promise<void> {
    await database.pool.query(
      `insert into es.event (tx, stream_id, version, type, schema_version, data, meta)
         select '5', 'tally-large', n, 'Counted', 1,
                json_build_object('by', 1, 'note', repeat($2, size)), '{}'
           from unnest($1::int[]) with ordinality u (size, n)`,
      [mebibytes, note],
    );
  }
  const bytesOf = ({ events }: Page) =>
    events.reduce((sum, { json = '' }) => sum + Buffer.byteLength(json), 0);

  it('ends before the event that would pass 8 MiB, and the next page has that event first', async () => {
    await appendLarge(1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
    const reader = await open();
    const page = await reader.read(500);
    expect([page.events.length, page.isFull]).toEqual([7, true]);
    expect(bytesOf(page)).toBeLessThanOrEqual(pageBytesMax);
    await page.done();
    const rest = await reader.read(500);
    expect(keys(rest)).toEqual(['tally-large@8', 'tally-large@9', 'tally-large@10']);
    expect(rest.isFull).toBe(false);
    await rest.done();
    expect(await readOn(reader)).toEqual([]);
  });

  it('holds an event that is larger than a page alone', async () => {
    await appendLarge(1, 9, 1);
    const reader = await open();
    expect(await readOn(reader)).toEqual(['tally-large@1']);
    expect(await readOn(reader)).toEqual(['tally-large@2']);
    expect(await readOn(reader)).toEqual(['tally-large@3']);
    expect(await readOn(reader)).toEqual([]);
  });

  it('is of one window: what is appended behind a page that was cut comes after the rest', async () => {
    await appendLarge(6, 6, 1);
    const reader = await open();
    expect(await readOn(reader)).toEqual(['tally-large@1']);
    await append('later');
    const again = await open();
    expect(await readOn(again)).toEqual(['tally-large@2', 'tally-large@3']);
    expect(await readOn(again)).toEqual(['tally-later@1']);
  });
});
