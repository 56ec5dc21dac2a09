import { tally, tallyCommand } from '@nordgate/decider/testing';
import { EventImport } from '../restore/event-import.js';
import { StaleReaderError } from '../read/checkpoint.js';
import { openReader } from '../read/snapshot-delta-reader.js';
import { executeTally, tallyItem } from '../testing/tally-items.js';
import { testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';
import { EventStore } from '../write/event-store.js';
import { handleSlice } from '../write/handle-slice.js';
import { exportEvents, exportReader } from './export-events.js';
import { partOf, placeIn } from './export-part.js';
import { MemoryStore } from '../testing/memory-store.js';
import { readExport } from './read-export.js';
import type { ExportFault } from './read-export.js';

const always = new AbortController().signal;
const service = 'payments';

/** Objects in memory; a test may let a write fail. */
class TestStore extends MemoryStore {
  onPut: (name: string) => Promise<void> = () => Promise.resolve();

  override async put(name: string, bytes: Buffer): Promise<void> {
    await super.put(name, bytes);
    await this.onPut(name);
  }
}

let database: TestDatabase;
let events: EventStore;
let store: TestStore;

beforeEach(async () => {
  database = await testDatabase('exported');
  events = new EventStore(database, [tally]);
  store = new TestStore();
});
afterEach(() => database.close());

let commands = 0;

async function append(name: string, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const items = [
      tallyItem(tallyCommand(`c-${String((commands += 1))}`, name, 'Count', { by: 1 })),
    ];
    await handleSlice({ store: events, consumer: 'test', items, execute: executeTally });
  }
}

const run = (partMax?: number) =>
  exportEvents({ database, service, store, ...(partMax !== undefined && { partMax }) }, always);

async function exported() {
  const faults: ExportFault[] = [];
  const found = [];
  for await (const part of readExport(store, service, (fault) => faults.push(fault))) {
    found.push(...part.events);
  }
  return { faults, events: found };
}

async function inOrder() {
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from es.event order by tx, position',
  );
  return rows.map(({ id }) => id);
}

describe('the export of a service', () => {
  it('has every event once, in commit order, however often it runs', async () => {
    await append('a', 3);
    expect(await run()).toEqual({ parts: 1, events: 3 });
    expect(await run()).toEqual({ parts: 0, events: 0 });
    await append('b', 2);
    expect(await run()).toEqual({ parts: 1, events: 2 });
    const { events: found, faults } = await exported();
    expect(found.map(({ id }) => id)).toEqual(await inOrder());
    expect(faults).toEqual([]);
  });

  it.each([
    [4, 1],
    [5, 2],
  ])('writes %i events in %i parts of at most four', async (count, parts) => {
    await append('a', count);
    expect((await run(4)).parts).toBe(parts);
    expect((await exported()).events).toHaveLength(count);
  });

  it('is known to the database: a row for each part, with its object, hash, number of events and their times', async () => {
    await append('a', 2);
    await run(1);
    const { rows } = await database.pool.query<Record<string, unknown>>(
      `select number::int, object, sha256, events, bytes, first_at = last_at as "isOne" from es.export`,
    );
    const named = [...store.objects].map(([object, bytes]) => ({ object, bytes: bytes.length }));
    const shas = named.map(({ object }) => placeIn(object)?.sha256);
    expect(rows).toEqual(
      named.map((one, at) => ({
        number: at + 1,
        ...one,
        sha256: shas[at],
        events: 1,
        isOne: true,
      })),
    );
  });

  it('writes a part again that a kill left without its row, with what came meanwhile', async () => {
    await append('a', 2);
    store.onPut = () => Promise.reject(new Error('killed'));
    await expect(run()).rejects.toThrow('killed');
    store.onPut = () => Promise.resolve();
    await append('a', 1);
    expect(await run()).toEqual({ parts: 1, events: 3 });
    expect(store.objects.size).toBe(2);
    const { events: found, faults } = await exported();
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set(await inOrder()));
    expect(faults).toEqual([]);
  });

  it('keeps one row for each number when two processes export at the same time', async () => {
    await append('a', 2);
    store.onPut = async () => {
      store.onPut = () => Promise.resolve();
      await run();
    };
    await expect(run()).rejects.toBeInstanceOf(StaleReaderError);
    const { rows } = await database.pool.query('select number from es.export');
    expect(rows).toHaveLength(1);
    expect(await run()).toEqual({ parts: 0, events: 0 });
  });

  it('leaves out no event of a transaction that commits after later ones', async () => {
    await append('a', 1);
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query(
      `insert into es.event (stream_id, version, type, schema_version, data, meta)
       values ('tally-late', 1, 'Counted', 1, '{"by":1}', '{"commandId":"late","actor":"a","requestedAt":"t"}')`,
    );
    await append('b', 1);
    await run();
    await client.query('commit');
    client.release();
    await run();
    const streams = (await exported()).events.map(({ streamId }) => streamId);
    expect(streams).toEqual(['tally-a', 'tally-b', 'tally-late']);
  });

  it('names a part that is missing, and one that follows on another part than the one before it', async () => {
    await append('a', 4);
    await run(1);
    const [, second = '', third = ''] = [...store.objects.keys()];
    const bytes = store.objects.get(second) ?? Buffer.alloc(0);
    store.objects.delete(second);
    expect((await exported()).faults).toEqual([{ number: 2, is: 'missing' }]);
    store.objects.set(second, bytes);
    store.objects.delete(third);
    const [first] = (await exported()).events;
    const head = { service, number: 3, previous: 'ff'.repeat(32) };
    const part = await partOf(head, [{ ...first, meta: {}, json: '{}' } as never]);
    store.objects.set(part.name, part.bytes);
    expect((await exported()).faults).toEqual([
      { number: 3, is: 'broken' },
      { number: 4, is: 'broken' },
    ]);
  });

  it('holds the deletion of a stream back that it has not passed', async () => {
    await append('a', 1);
    const reader = await openReader({ database, name: exportReader });
    const { rows } = await database.pool.query<{ behind: boolean }>(
      `select not pg_visible_in_snapshot(s.last_tx, c.prev) as behind from es.stream s, es.checkpoint c`,
    );
    expect([reader.name, rows]).toEqual([exportReader, [{ behind: true }]]);
  });
});

describe('a database that is made again from an export', () => {
  it('has the same events, times, actors and states', async () => {
    await append('a', 3);
    await append('b', 2);
    await run(2);
    const empty = await testDatabase('made-again');
    try {
      const again = new EventStore(empty, [tally]);
      const importing = new EventImport(again, 'test');
      await importing.take((await exported()).events);
      expect(await importing.finish()).toMatchObject({ imported: 5, known: 0 });
      for (const stream of ['tally-a', 'tally-b']) {
        const [was, is] = await Promise.all([events.history(stream), again.history(stream)]);
        const seen = (one: (typeof was)[number]) => ({ ...one, tx: 0n, position: 0n });
        expect(is.map(seen)).toEqual(was.map(seen));
        expect(await again.state(tally, stream)).toEqual(await events.state(tally, stream));
      }
    } finally {
      await empty.close();
    }
  });
});
