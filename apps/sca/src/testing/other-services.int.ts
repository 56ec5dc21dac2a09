import { randomUUID } from 'node:crypto';
import type { BasketEvent, PaymentEvent } from '@nordgate/contracts/events';
import type { TopicName } from '@nordgate/contracts/topics';
import { EventStore, handleSlice, openDatabase } from '@nordgate/event-store';
import { streamType } from '@nordgate/decider';
import type { StreamType } from '@nordgate/decider';
import { migratedTestDatabase } from '@nordgate/event-store/testing';
import type { Database } from '@nordgate/event-store';
import type { MemoryBus } from '@nordgate/messaging';

const events = {
  PaymentInitiated: { version: 1 },
  PaymentCancelled: { version: 1 },
  PaymentRejected: { version: 1 },
  PaymentProgressed: { version: 1 },
  BasketCreated: { version: 1 },
  BasketDeleted: { version: 1 },
  BasketRejected: { version: 1 },
} as const;

type OtherEvent = Extract<PaymentEvent | BasketEvent, { readonly type: keyof typeof events }>;

/** The event table of another service, filled by the test. */
export interface OtherService {
  append(stream: string, event: OtherEvent): Promise<void>;
  stop(): Promise<void>;
}

interface EventDatabase {
  readonly database: Database;
  readonly drop: () => Promise<void>;
}

/**
 * The databases of stopped services, for the next tests of the file: a new database costs more than the rest of a test,
 * and one with rows deleted costs nothing.
 */
const unused: EventDatabase[] = [];

afterAll(async () => {
  for (const { database, drop } of unused.splice(0)) {
    await database.close();
    await drop();
  }
});

async function emptyDatabase(): Promise<EventDatabase> {
  const known = unused.pop();
  if (known !== undefined) return known;
  const { url, drop } = await migratedTestDatabase('site_other', []);
  return { database: await openDatabase({ url, applicationName: 'test', migrations: [] }), drop };
}

const tables = ['event', 'stream', 'inbox', 'claim', 'checkpoint', 'parked'];
const deleteAll = tables.map((table) => `delete from es.${table}`).join('; ');

/** Attaches the topic of a service that does not run. Its streams start with the category. */
export async function otherService(
  bus: MemoryBus,
  topic: TopicName,
  category: string,
): Promise<OtherService> {
  const own = await emptyDatabase();
  const { database } = own;
  bus.attachEventTable(topic, database);
  const type = countingStream(category);
  const store = new EventStore(database, [type]);
  return {
    append: (stream, event) => append(store, type, stream, event),
    async stop() {
      await database.pool.query(deleteAll);
      unused.push(own);
    },
  };
}

function countingStream(name: string): StreamType<number, OtherEvent> {
  return streamType<number, OtherEvent>({
    name,
    stateVersion: 1,
    initial: 0,
    evolve: (count) => count + 1,
    events,
  });
}

async function append(
  store: EventStore,
  type: StreamType<number, OtherEvent>,
  stream: string,
  event: OtherEvent,
): Promise<void> {
  const meta = { at: new Date().toISOString(), actor: 'test' };
  const command = { id: randomUUID(), type: 'Happen', stream, data: {}, meta };
  const source = { topic: 'test', partition: 0, offset: '0', payload: '', headers: {} };
  const [result] = await handleSlice({
    store,
    consumer: 'test',
    items: [{ key: stream, commands: [command], source }],
    execute: (one, work) => Promise.resolve(work.root(type, stream).run(() => [event], one)),
  });
  if (result?.status !== 'done') throw new Error(`${event.type} was not stored`);
}
