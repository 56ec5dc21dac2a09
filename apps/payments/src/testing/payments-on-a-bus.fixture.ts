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
import { paymentStream } from '../domain/payment.js';
import { paymentsApp } from '../payments.module.js';
import { appendForeign } from './foreign-events.fixture.js';

/** Topics of others that payments follows; in these tests an empty event table each. */
type Neighbour = 'sca.events.v1' | 'baskets.events.v1';

/** The payments service as it runs, on a real database; its neighbours are event tables only. */
export interface PaymentsOnABus {
  readonly send: (command: Command) => Promise<CommandResult<unknown>>;
  readonly ask: <Answer>(query: ServiceQuery<Answer>) => Promise<Answer>;
  readonly happens: (
    topic: Neighbour,
    stream: string,
    version: number,
    event: DomainEvent,
  ) => Promise<void>;
  readonly eventsOf: (stream: string) => Promise<StoredEvent[]>;
  readonly parked: () => Promise<number>;
  /** Restarts the service with every event of its neighbours still ahead of it. */
  readonly redeliverAll: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts it on databases of its own. */
export async function paymentsOnABus(app = paymentsApp): Promise<PaymentsOnABus> {
  const { url, drop } = await emptyTestDatabase('payments');
  const neighbours = {
    'sca.events.v1': await testDatabase('payments_sca'),
    'baskets.events.v1': await testDatabase('payments_baskets'),
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
  let service = await runService(app, platform);
  const client = new CommandClient(new BusClient(bus, '/test'));
  const database = (): Database => own ?? unstarted();
  return {
    send: (command) =>
      client.ask('payments.commands.v1', command, {
        readView: () => Promise.resolve(undefined),
        deadlineMs: 30_000,
      }),
    ask: (query) => platform.queries.ask(query),
    happens: (topic, ...event) => appendForeign(neighbours[topic], ...event),
    eventsOf: (stream) => new EventStore(database(), [paymentStream]).history(stream),
    parked: () => parkedIn(database()),
    redeliverAll: async () => {
      await service.stop();
      for (const { pool } of Object.values(neighbours))
        await pool.query('delete from es.checkpoint');
      service = await runService(app, platform);
    },
    stop: async () => {
      await service.stop();
      await bus.close();
      for (const neighbour of Object.values(neighbours)) await neighbour.close();
      await drop();
    },
  };
}

function busOver(neighbours: Readonly<Record<Neighbour, Database>>) {
  const log = createLog({ app: 'payments-test', level: 'silent' });
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
