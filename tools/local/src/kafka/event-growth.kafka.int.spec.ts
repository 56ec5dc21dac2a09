import { randomUUID } from 'node:crypto';
import { Kafka, logLevel } from 'kafkajs';
import type { Admin } from 'kafkajs';
import { EventStore, exportEvents, handleSlice, openDatabase } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { emptyTestDatabase, MemoryStore } from '@nordgate/event-store/testing';
import { createLog, Health } from '@nordgate/telemetry';
import { eventually } from '@nordgate/testing';
import type { ReceivedMessage } from '@nordgate/messaging';
import {
  createGeneration,
  createTopics,
  dropGeneration,
  ExportHistory,
  generationStates,
  KafkaBus,
  readTopics,
  switchGeneration,
} from '@nordgate/messaging/kafka';
import type { EventHistory } from '@nordgate/messaging/kafka';
import {
  contractStreams,
  CrashableBus,
  CuttableSockets,
  journal,
  note,
} from '@nordgate/messaging/testing';
import type { Note } from '@nordgate/messaging/testing';

const log = createLog({ app: 'messaging-test', level: 'silent' });
const brokers = (process.env['NORDGATE_TEST_KAFKA'] ?? '').split(',');
const settings = { brokers, clientId: 'messaging-test' };
const growth = { settings, log, readersLimitMs: 20_000 };
const topic = 'baskets.events.v1';
const run = randomUUID();
const streams = Array.from({ length: 30 }, (_, i) => `journal-${run}-${String(i)}`);

let admin: Admin;
let url: string;
let drop: () => Promise<void>;
let database: Database;
let store: EventStore;
const disposals: (() => Promise<void>)[] = [];

beforeAll(async () => {
  await createTopics({ settings, log, replicationFactor: 1 });
  admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  ({ url, drop } = await emptyTestDatabase('event-growth'));
  database = await openDatabase({ url, applicationName: 'writer', migrations: [], poolMax: 4 });
  store = new EventStore(database, contractStreams);
});
afterAll(async () => {
  await Promise.all(disposals.map((dispose) => dispose()));
  await admin.disconnect();
  // A client of kafkajs asks for all topics that it has used, also for those that are gone.
  admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  const all = (await admin.listTopics()).filter((name) => name.startsWith(topic));
  await admin.deleteTopics({ topics: all });
  await admin.disconnect();
  await database.close();
  await drop();
});

/** A replica of the service: its relay publishes the events. A crash ends its connections. */
async function aReplica(name: string) {
  const own = await openDatabase({ url, applicationName: name, migrations: [], poolMax: 4 });
  own.pool.on('error', () => undefined);
  const sockets = new CuttableSockets();
  const inner = new KafkaBus({
    ...{ settings: { ...settings, socketFactory: sockets.factory }, log, lookMs: 200 },
  });
  inner.publishEvents(topic, own, contractStreams);
  const bus = new CrashableBus(inner, () => sockets.cut());
  disposals.push(async () => {
    await bus.dispose();
    await own.close().catch(() => undefined);
  });
  const crash = async () => {
    bus.crash();
    await database.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where application_name = any ($1)',
      [[name, `${name} leader`]],
    );
  };
  return { bus, crash };
}

/** A process with a new group, and the versions of each stream that the group has handled, without repeats. */
async function aReader(history?: EventHistory) {
  const health = new Health();
  const bus = new KafkaBus({ settings, log, health, lookMs: 200, ...(history && { history }) });
  disposals.push(() => bus.close());
  const versions = new Map<string, Set<number>>();
  await bus.consume({
    topic,
    group: `growth-${randomUUID()}`,
    handle: ({ messages }) => {
      for (const { key, headers } of messages) {
        const known = versions.get(key) ?? new Set();
        versions.set(key, known.add(Number(headers['nordgate-version'])));
      }
      return Promise.resolve();
    },
  });
  const count = () => streams.reduce((sum, key) => sum + (versions.get(key)?.size ?? 0), 0);
  return { bus, count, health, of: (key: string) => [...(versions.get(key) ?? [])] };
}

/** Appends an event to each stream, so many times. */
async function append(from: number, to: number): Promise<void> {
  for (let number = from; number <= to; number += 1) {
    const commands = streams.map((stream): Note => {
      return { id: randomUUID(), stream, type: 'Note', data: { number, text: '' }, meta };
    });
    const results = await handleSlice({
      ...{ store, consumer: 'writer' },
      items: commands.map((command, i) => ({
        key: command.stream,
        commands: [command],
        source: { topic, partition: i, offset: String(number), payload: '', headers: {} },
      })),
      execute: (command, work) =>
        Promise.resolve(work.root(journal, command.stream).run(note, command as Note)),
    });
    if (results.some(({ status }) => status !== 'done')) throw new Error('an event was parked');
  }
}

const meta = { at: '2026-03-01T10:00:00Z', actor: 'test' };
const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1);
const rounds = 60;

it('the events of a service go over to more partitions under load, in the order of each stream, while its leading relay is killed', async () => {
  const leader = await aReplica('one');
  await aReplica('two');
  const reader = await aReader();
  await append(1, 5);
  await eventually('the first events are handled', () => reader.count() === 5 * streams.length);

  await createGeneration(growth, topic, 24);
  const appending = append(6, rounds);
  const switching = switchGeneration(growth, topic);
  await leader.crash();
  await Promise.all([appending, switching]);
  await append(rounds + 1, rounds + 5);

  const all = (rounds + 5) * streams.length;
  await eventually('all events are handled', () => reader.count() === all);
  for (const stream of streams) expect(reader.of(stream)).toEqual(upTo(rounds + 5));
  const published = (await readTopics({ settings, log, topics: [topic] })).get(topic) ?? [];
  expect(streams.map((stream) => versionsOf(published, stream))).toEqual(
    streams.map(() => upTo(rounds + 5)),
  );
  expect(published.some(({ generation }) => generation === `${topic}.p24`)).toBe(true);
});

it('the old generation of events is dropped when it is empty, and a new group begins at the export', async () => {
  const all = (rounds + 5) * streams.length;
  await expect(dropGeneration(growth, topic)).rejects.toThrow('events, which a new group needs');
  const exported = new MemoryStore();
  const always = new AbortController().signal;
  await exportEvents({ database, service: 'baskets', store: exported, partMax: 100 }, always);
  const ends = await admin.fetchTopicOffsets(topic);
  const partitions = ends.map(({ partition, high }) => ({ partition, offset: high }));
  await admin.deleteTopicRecords({
    topic,
    partitions: partitions.filter((one) => one.offset !== '0'),
  });
  await dropGeneration(growth, topic);
  expect((await generationStates(growth, topic)).map(({ name }) => name)).toEqual([`${topic}.p24`]);

  const reader = await aReader(new ExportHistory(() => exported));
  await eventually('all events are handled', () => reader.count() === all);
  for (const stream of streams) expect(reader.of(stream)).toEqual(upTo(rounds + 5));

  const blind = await aReader();
  await eventually('it is not ready', async () => !(await blind.health.report()).ready);
  expect(blind.count()).toBe(0);
});

function versionsOf(messages: readonly ReceivedMessage[], stream: string): number[] {
  const own = messages.filter(({ key }) => key === stream);
  return [...new Set(own.map(({ headers }) => Number(headers['nordgate-version'])))];
}
