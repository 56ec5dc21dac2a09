import type { ServiceQuery } from '@nordgate/contracts/queries';
import { EventStore } from '@nordgate/event-store';
import type { Command, DomainEvent } from '@nordgate/decider';
import type { Database, StoredEvent } from '@nordgate/event-store';
import { emptyTestDatabase, testDatabase } from '@nordgate/event-store/testing';
import { BusClient, CommandClient, MemoryBus } from '@nordgate/messaging';
import { InProcessQueries, runService } from '@nordgate/service';
import type { CommandResult } from '@nordgate/messaging';
import type { Platform } from '@nordgate/service';
import { createLog, Health } from '@nordgate/telemetry';
import { basketStream } from '../domain/basket.js';
import { basketsApp } from '../baskets.module.js';
import { appendForeign } from './foreign-events.fixture.js';

/** Topics of others that baskets follows; in these tests an empty event table each. */
type Neighbour = 'sca.events.v1' | 'payments.events.v1';

/** The baskets service as it runs, on a real database; its neighbours are event tables only. */
export interface BasketsOnABus {
  readonly send: (command: Command) => Promise<CommandResult<unknown>>;
  readonly ask: <Answer>(query: ServiceQuery<Answer>) => Promise<Answer>;
  readonly happens: (
    topic: Neighbour,
    stream: string,
    version: number,
    event: DomainEvent,
  ) => Promise<void>;
  readonly eventsOf: (stream: string) => Promise<StoredEvent[]>;
  /** Address of its database, for another instance of it. */
  readonly url: string;
  /** Its own database, for what no query shows. */
  readonly database: () => Database;
  readonly parked: () => Promise<number>;
  /** Restarts the service with every event of its neighbours still ahead of it. */
  readonly redeliverAll: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts it on databases of its own; or, as another instance, on the database at `shared`, with a bus of
 * its own: nothing but the database is between the two.
 */
export async function basketsOnABus(shared?: string): Promise<BasketsOnABus> {
  const { url, drop } =
    shared === undefined ? await emptyTestDatabase('baskets') : { url: shared, drop: noDrop };
  const neighbours = {
    'sca.events.v1': await testDatabase('baskets_sca'),
    'payments.events.v1': await testDatabase('baskets_payments'),
  };
  const { bus, log } = busOver(neighbours);
  let own: Database | undefined;
  const platform: Platform = {
    bus,
    queries: new InProcessQueries(),
    log,
    health: new Health(),
    databaseUrl: () => url,
    publishEvents: (topic, database, types) => {
      own = database;
      bus.attachEventTable(topic, database, types);
    },
  };
  let service = await runService(basketsApp, platform);
  const client = new CommandClient(new BusClient(bus, '/test'));
  const database = (): Database => own ?? unstarted();
  return {
    send: (command) =>
      client.ask('baskets.commands.v1', command, {
        readView: () => Promise.resolve(undefined),
        deadlineMs: 30_000,
      }),
    url,
    ask: (query) => platform.queries.ask(query),
    happens: (topic, ...event) => appendForeign(neighbours[topic], ...event),
    eventsOf: (stream) => new EventStore(database(), [basketStream]).history(stream),
    database,
    parked: () => parkedIn(database()),
    redeliverAll: async () => {
      await service.stop();
      for (const { pool } of Object.values(neighbours))
        await pool.query('delete from es.checkpoint');
      service = await runService(basketsApp, platform);
    },
    stop: async () => {
      await service.stop();
      await bus.close();
      for (const neighbour of Object.values(neighbours)) await neighbour.close();
      await drop();
    },
  };
}

const noDrop = () => Promise.resolve();

function busOver(neighbours: Readonly<Record<Neighbour, Database>>) {
  const log = createLog({ app: 'baskets-test', level: 'silent' });
  const bus = new MemoryBus({ log });
  for (const [topic, database] of Object.entries(neighbours)) {
    bus.attachEventTable(topic as Neighbour, database);
  }
  return { bus, log };
}

async function parkedIn({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from es.parked');
  return rows[0]?.n ?? 0;
}

function unstarted(): never {
  throw new Error('the service did not publish its event table');
}
