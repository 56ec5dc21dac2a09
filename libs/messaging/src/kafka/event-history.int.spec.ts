import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  EventStore,
  exportEvents,
  FolderStore,
  openDatabase,
  rewriteExport,
} from '@nordgate/event-store';
import type { Database, ObjectStore } from '@nordgate/event-store';
import { emptyTestDatabase, MemoryStore } from '@nordgate/event-store/testing';
import type { Message } from '../bus.js';
import { eventMessage } from '../event-message.js';
import { Bench, notes, range } from '../testing/bench.js';
import { contractStreams } from '../testing/bus-harness.js';
import { MemoryBus } from '../memory/memory-bus.js';
import { createLog } from '@nordgate/telemetry';
import { ExportHistory, HistoryBrokenError } from './event-history.js';
import type { HistoryPart, HistoryStart } from './event-history.js';

const topic = 'payments.events.v1';
const always = new AbortController().signal;

let database: Database;
let drop: () => Promise<void>;
let events: EventStore;
let bench: Bench;
let folder: string;

beforeEach(async () => {
  const made = await emptyTestDatabase('history');
  drop = made.drop;
  const applicationName = 'history';
  database = await openDatabase({ url: made.url, applicationName, migrations: [], poolMax: 2 });
  events = new EventStore(database, contractStreams);
  bench = new Bench({
    ...{ durableMeans: 'handled', commands: 'payments.commands.v1', events: topic, store: events },
    bus: new MemoryBus({ log: createLog({ app: 'history', level: 'silent' }) }),
    crash: () => Promise.resolve(),
    close: () => Promise.resolve(),
  });
  folder = await mkdtemp(join(tmpdir(), 'nordgate-history-'));
});
afterEach(async () => {
  await database.close();
  await drop();
  await rm(folder, { recursive: true });
});

/** Appends so many events, and exports them in parts of two. */
async function exportedTo(store: ObjectStore, count: number): Promise<string> {
  const stream = bench.key('a');
  await bench.record(...notes(stream, range(0, count)));
  await exportEvents({ database, service: 'payments', store, partMax: 2 }, always);
  return stream;
}

async function read(store: ObjectStore, ...starts: readonly HistoryStart[]) {
  const found: HistoryPart[] = [];
  for await (const part of new ExportHistory(() => store).read(topic, starts)) found.push(part);
  return found;
}

const partsOf = (found: readonly { readonly part: number }[]) => found.map(({ part }) => part);

describe.each([
  ['memory', () => new MemoryStore()],
  ['a folder', () => new FolderStore(folder)],
])('the export of a service in %s, as the history of its topic', (_where, open) => {
  it('has each event as the message that the topic had, in the order of the commits', async () => {
    const store = open();
    const stream = await exportedTo(store, 5);
    const found = await read(store, {});
    const had = (await events.history(stream)).map((event) => eventMessage(event, topic));
    const messages = found.flatMap((part) => part.messages);
    const parsed = ({ value, ...rest }: Message) => ({
      ...rest,
      value: JSON.parse(value) as unknown,
    });
    expect(messages.map(parsed)).toEqual(had.map(parsed));
    expect(found.map(({ part, last }) => [part, last])).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
  });

  it('begins at the earliest of several places', async () => {
    const store = open();
    await exportedTo(store, 8);
    expect(partsOf(await read(store, { part: 4 }, { part: 3 }))).toEqual([3, 4]);
    expect(partsOf(await read(store, { part: 4 }, {}))).toEqual([1, 2, 3, 4]);
  });

  it('begins at the first part when the place is of an export that was replaced', async () => {
    const store = open();
    await exportedTo(store, 4);
    expect(partsOf(await read(store, { part: 9 }))).toEqual([1, 2]);
  });

  it('leaves out the parts that end a day before a time', async () => {
    const store = open();
    for (const day of ['2026-03-01', '2026-03-05', '2026-03-06', '2026-03-09']) {
      await bench.record(...notes(bench.key('a'), [Number(day.slice(-2))]));
      await database.pool.query(`update es.event set at = $1 where at > now() - interval '1 day'`, [
        `${day}T12:00:00Z`,
      ]);
      await exportEvents({ database, service: 'payments', store }, always);
    }
    expect(partsOf(await read(store, { since: new Date('2026-03-07T10:00:00Z') }))).toEqual([
      2, 3, 4,
    ]);
    expect(partsOf(await read(store, { since: new Date('2026-02-01T10:00:00Z') }))).toHaveLength(4);
  });

  it('has no event of a deleted stream once it was rewritten, and the time of its newest event as before', async () => {
    const store = open();
    const gone = await exportedTo(store, 2);
    const stream = bench.key('b');
    await bench.record(...notes(stream, [1]));
    await exportEvents({ database, service: 'payments', store }, always);
    const before = await read(store, {});
    await database.pool.query(
      `update es.stream set stream_type = 'tombstone', state = jsonb_build_object('streamType', 'note',
         'version', version, 'fingerprint', 'f', 'deletedAt', now() - interval '1 day') where stream_id = $1`,
      [gone],
    );
    await database.pool.query('update es.export set oldest_at = null');
    const place = { database, service: 'payments', store, streams: contractStreams };
    await rewriteExport({ ...place, months: { note: 1 } }, always);
    const found = await read(store, {});
    const keysOf = (parts: typeof found) =>
      parts.map(({ messages }) => messages.map(({ key }) => key));
    expect(keysOf(before)).toEqual([[gone, gone], [stream]]);
    expect(keysOf(found)).toEqual([[], [stream]]);
    expect(found.map(({ newest }) => newest)).toEqual(before.map(({ newest }) => newest));
    expect(partsOf(await read(store, { part: 2 }))).toEqual([2]);
  });

  it('is empty when nothing was exported', async () => {
    expect(await read(open(), {})).toEqual([]);
  });
});

describe('the history of a topic', () => {
  it.each([
    ['is missing', 2, (store: MemoryStore, name: string) => void store.objects.delete(name)],
    [
      'has other bytes',
      2,
      (store: MemoryStore, name: string) => void store.objects.set(name, Buffer.from('other')),
    ],
  ])('ends with the parts before one that %s', async (_what, part, harm) => {
    const store = new MemoryStore();
    await exportedTo(store, 6);
    harm(store, store.nameOf(part));
    const found: number[] = [];
    const reading = async () => {
      for await (const one of new ExportHistory(() => store).read(topic, [{}])) {
        found.push(one.part);
      }
    };
    await expect(reading()).rejects.toBeInstanceOf(HistoryBrokenError);
    expect(found).toEqual([1]);
  });

  it('does not go on at a part that follows on another one than the one before it', async () => {
    const [store, other] = [new MemoryStore(), new MemoryStore()];
    await exportedTo(store, 4);
    await database.pool.query(`delete from es.checkpoint; delete from es.export`);
    await exportEvents({ database, service: 'payments', store: other, partMax: 1 }, always);
    const name = other.nameOf(2);
    store.objects.delete(store.nameOf(2));
    await store.put(name, await other.get(name));
    await expect(read(store, { part: 2 })).rejects.toThrow(
      'part 2 of the export of payments is broken',
    );
  });

  it('does not hide that the store does not answer', async () => {
    const store = new MemoryStore();
    await exportedTo(store, 2);
    store.get = () => Promise.reject(new Error('503'));
    await expect(read(store, {})).rejects.toThrow('503');
  });
});
