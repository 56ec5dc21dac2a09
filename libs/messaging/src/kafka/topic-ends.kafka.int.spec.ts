import { randomUUID } from 'node:crypto';
import { EventStore, exportEvents, openDatabase } from '@nordgate/event-store';
import type { Database, ObjectStore } from '@nordgate/event-store';
import { emptyTestDatabase, MemoryStore } from '@nordgate/event-store/testing';
import { createLog, Health } from '@nordgate/telemetry';
import { eventually } from '@nordgate/testing';
import { Kafka, logLevel } from 'kafkajs';
import type { Admin } from 'kafkajs';
import type { Consumption, ReceivedMessage } from '../bus.js';
import { eventOf } from '../event-message.js';
import { Bench, notes, range } from '../testing/bench.js';
import { contractStreams } from '../testing/bus-harness.js';
import { ExportHistory } from './event-history.js';
import { rewind, rewindsOf } from './group-offsets.js';
import { KafkaBus } from './kafka-bus.js';
import { createTopics } from './topic-admin.js';

const brokers = (process.env['NORDGATE_TEST_KAFKA'] ?? '').split(',');
const settings = { brokers, clientId: 'messaging-test' };
const topic = 'batch.events.v1';
const always = new AbortController().signal;

interface Line {
  readonly msg: string;
  readonly err?: { readonly message: string };
}

let database: Database;
let dropDatabase: () => Promise<void>;
let store: MemoryStore;
let admin: Admin;
let publishing: KafkaBus;
let bench: Bench;
let buses: KafkaBus[];
let lines: Line[];

beforeAll(async () => {
  const log = createLog({ app: 'messaging-test', level: 'silent' });
  await createTopics({ settings, log, replicationFactor: 1 });
  admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  const { url, drop } = await emptyTestDatabase('topic-ends');
  dropDatabase = drop;
  database = await openDatabase({ url, applicationName: 'ends', migrations: [], poolMax: 4 });
  publishing = new KafkaBus({ settings, log });
  publishing.publishEvents(topic, database, contractStreams);
  store = new MemoryStore();
});
afterAll(async () => {
  await publishing.close();
  // A group of another spec, which has no history, would miss its first events.
  await admin.deleteTopics({ topics: [topic] });
  await admin.disconnect();
  await database.close();
  await dropDatabase();
});

beforeEach(() => {
  buses = [];
  lines = [];
  bench = new Bench({
    ...{ durableMeans: 'logged', commands: 'batch.commands.v1', events: topic, bus: publishing },
    store: new EventStore(database, contractStreams),
    crash: () => Promise.resolve(),
    close: () => Promise.resolve(),
  });
});
afterEach(() => Promise.all(buses.map((bus) => bus.close())));

/** A process whose groups read the history, if it has one. */
function aProcess(options: { readonly reads?: ObjectStore } = {}) {
  const { reads } = options;
  const destination = { write: (line: string) => lines.push(JSON.parse(line) as Line) };
  const log = createLog({ app: 'messaging-test', destination });
  const health = new Health();
  const history = reads && new ExportHistory(() => reads);
  const bus = new KafkaBus({ settings, log, health, ...(history && { history }) });
  buses.push(bus);
  return { bus, isReady: async () => (await health.report()).ready };
}

/** What a group has handled: the version of each event, by its stream. */
class Seen {
  readonly versions = new Map<string, number[]>();
  isCut = false;

  take(message: ReceivedMessage): void {
    const { stream, version } = eventOf(message);
    this.versions.set(stream, [...(this.versions.get(stream) ?? []), version]);
  }

  /** Versions without repeats. A group may get some again, and must not miss or swap any. */
  of(stream: string): number[] {
    return [...new Set(this.versions.get(stream))];
  }
}

function consume(bus: KafkaBus, group: string, seen: Seen): Promise<Consumption> {
  return bus.consume({
    ...{ topic, group },
    handle: ({ messages }) => {
      if (seen.isCut) return Promise.reject(new Error('cut'));
      for (const message of messages) seen.take(message);
      return Promise.resolve();
    },
  });
}

const ends = () => admin.fetchTopicOffsets(topic);
const published = async () => (await ends()).reduce((sum, { high }) => sum + Number(high), 0);

/** Appends events to a stream, and waits until the topic has them. */
async function record(stream: string, from: number, to: number): Promise<void> {
  const before = await published();
  await bench.record(...notes(stream, range(from, to)));
  await eventually('the events are published', async () => {
    return (await published()) >= before + to - from;
  });
}

/** Exports everything, in parts of three events, and lets the topic drop what it has. */
async function exportAndDrop(): Promise<void> {
  await exportEvents({ database, service: 'batch', store, partMax: 3 }, always);
  const partitions = (await ends()).map(({ partition, high }) => ({ partition, offset: high }));
  await admin.deleteTopicRecords({ topic, partitions });
}

const committed = async (group: string) => {
  const [known] = await admin.fetchOffsets({ groupId: group, topics: [topic] });
  return (known?.partitions ?? []).reduce((sum, one) => sum + Math.max(Number(one.offset), 0), 0);
};

const versions = (count: number) => range(1, count + 1);

describe('a group of a topic that has dropped its first events', () => {
  it('begins at the export and goes on in the topic, in the order of each stream', async () => {
    const [a, b] = [bench.key('a'), bench.key('b')];
    await record(a, 0, 7);
    await record(b, 0, 4);
    await exportAndDrop();
    await record(a, 7, 9);
    const { bus, isReady } = aProcess({ reads: store });
    const seen = new Seen();
    await consume(bus, bench.group('new'), seen);
    await eventually('all is handled', () => seen.of(a).length === 9 && seen.of(b).length === 4);
    expect([seen.of(a), seen.of(b)]).toEqual([versions(9), versions(4)]);
    await eventually('it is ready', isReady);
    await record(a, 9, 10);
    await eventually('it follows', () => seen.of(a).length === 10);
  });

  it('handles every event once in some replica, and in order, when two of them begin together', async () => {
    const keys = range(0, 8).map((number) => bench.key(`two-${String(number)}`));
    for (const key of keys) await record(key, 0, 3);
    await exportAndDrop();
    const seen = new Seen();
    const group = bench.group('replicas');
    const replicas = [aProcess({ reads: store }), aProcess({ reads: store })];
    await Promise.all(replicas.map(({ bus }) => consume(bus, group, seen)));
    await eventually('all is handled', () => keys.every((key) => seen.of(key).length === 3));
    expect(keys.map((key) => seen.of(key))).toEqual(keys.map(() => versions(3)));
  });

  it('goes on after a stop in the middle of the export, and leaves nothing out', async () => {
    const key = bench.key('crash');
    await record(key, 0, 12);
    await exportAndDrop();
    const [before, after] = [new Seen(), new Seen()];
    const first = aProcess({ reads: store });
    const group = bench.group('crashing');
    const cutting: ObjectStore = {
      put: () => Promise.reject(new Error('not written here')),
      remove: () => Promise.reject(new Error('not removed here')),
      list: (prefix) => store.list(prefix),
      get: (name) => {
        before.isCut = before.of(key).length > 5;
        return store.get(name);
      },
    };
    const cut = aProcess({ reads: cutting });
    const consumption = await consume(cut.bus, group, before);
    await eventually('it fails in the middle', () => before.isCut);
    expect(before.of(key).length).toBeLessThan(12);
    expect(await cut.isReady()).toBe(false);
    await consumption.stop();
    await consume(first.bus, group, after);
    await eventually('all is handled', () => after.of(key).length === 12);
    expect(after.of(key)).toEqual(versions(12));
  });

  it('catches up from the export when the topic has dropped what it had not read', async () => {
    const key = bench.key('late');
    const group = bench.group('late');
    await record(key, 0, 2);
    const seen = new Seen();
    const first = await consume(aProcess({ reads: store }).bus, group, seen);
    await eventually('the first events are handled', () => seen.of(key).length === 2);
    const end = await published();
    await eventually('and committed', async () => (await committed(group)) >= end);
    await first.stop();
    await record(key, 2, 8);
    await exportAndDrop();
    await record(key, 8, 9);
    await consume(aProcess({ reads: store }).bus, group, seen);
    await eventually('all is handled', () => seen.of(key).length === 9);
    expect(seen.of(key)).toEqual(versions(9));
    const crashes = lines.filter(({ err }) => /within the range/.test(err?.message ?? ''));
    expect(crashes.length).toBeLessThanOrEqual(1);
  });

  it('reads the history again when its offsets go back before the first record', async () => {
    const key = bench.key('back');
    const service = `back-${randomUUID()}`;
    const group = `${service}.purpose`;
    await record(key, 0, 3);
    await exportAndDrop();
    await record(key, 3, 5);
    const [before, after] = [new Seen(), new Seen()];
    const consumption = await consume(aProcess({ reads: store }).bus, group, before);
    await eventually('all is handled', () => before.of(key).length === 5);
    const end = await published();
    await eventually('and committed', async () => (await committed(group)) >= end);
    await consumption.stop();
    const log = createLog({ app: 'messaging-test', level: 'silent' });
    await rewind(
      { settings, log },
      await rewindsOf({ settings, log }, { service, to: new Date(0) }),
    );
    await consume(aProcess({ reads: store }).bus, group, after);
    await eventually('all is handled again', () => after.of(key).length === 5);
    expect(after.of(key)).toEqual(versions(5));
  });

  it('is not ready, reads nothing of those partitions and names the cause without an export', async () => {
    const key = bench.key('lost');
    await record(key, 0, 3);
    await exportAndDrop();
    const { bus, isReady } = aProcess();
    const seen = new Seen();
    await consume(bus, bench.group('lost'), seen);
    const cause = /the topic has dropped what the group has not read: .*the first record is \d+/;
    await eventually('the cause is logged', () =>
      lines.some(({ err }) => cause.test(err?.message ?? '')),
    );
    await record(key, 3, 4);
    expect(await isReady()).toBe(false);
    expect(seen.of(key)).toEqual([]);
  });

  it('is not ready and names the part when a part of the export is missing', async () => {
    const key = bench.key('missing');
    await record(key, 0, 6);
    await exportAndDrop();
    const [first = ''] = [...store.objects.keys()].filter((name) => name.includes('0000000002-'));
    const whole = new MemoryStore();
    for (const [name, bytes] of store.objects) {
      if (name !== first) await whole.put(name, bytes);
    }
    const { bus, isReady } = aProcess({ reads: whole });
    const seen = new Seen();
    await consume(bus, bench.group(`missing-${randomUUID()}`), seen);
    await eventually('the cause is logged', () =>
      lines.some(({ err }) => err?.message === 'part 2 of the export of batch is missing'),
    );
    expect(await isReady()).toBe(false);
    expect(seen.of(key)).toEqual([]);
  });

  it.each([
    ['is of another bank', () => new MemoryStore(), /the history of batch.events.v1 is empty/],
    [
      'ends long before the topic begins',
      () => store,
      /ends at .*, before the first record of partitions \d+/,
    ],
  ])('is not ready and names the cause when the export %s', async (_what, open, cause) => {
    const key = bench.key(`short-${randomUUID()}`);
    await record(key, 0, 6);
    await database.pool.query(
      `update es.event set at = at - interval '1 day' where stream_id = $1`,
      [key],
    );
    await exportAndDrop();
    await record(key, 6, 7);
    const { bus, isReady } = aProcess({ reads: open() });
    const seen = new Seen();
    await consume(bus, bench.group(`short-${randomUUID()}`), seen);
    await eventually('the cause is logged', () =>
      lines.some(({ err }) => cause.test(err?.message ?? '')),
    );
    expect(await isReady()).toBe(false);
    expect(seen.of(key)).not.toContain(7);
  });
});

describe('a topic whose records end', () => {
  it('drops what was written before a time, and nothing that is younger', async () => {
    const key = bench.key('old');
    await exportAndDrop();
    await record(key, 0, 3);
    const { bus } = aProcess();
    expect(await bus.dropRecords({ topic, before: new Date(0) })).toBe(0);
    const soon = new Date(Date.now() + 60_000);
    // No group with this name has handled a record.
    expect(await bus.dropRecords({ topic, before: soon, group: bench.group('none') })).toBe(0);
    expect(await bus.dropRecords({ topic, before: soon })).toBe(3);
    expect((await ends()).map(({ low }) => low)).toEqual((await ends()).map(({ high }) => high));
  });
});
