import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { commandWays, travelsOver } from '@nordgate/contracts/commands';
import type { ServiceQuery } from '@nordgate/contracts/queries';
import type { TopicName } from '@nordgate/contracts/topics';
import { isRefusal } from '@nordgate/decider';
import type { Command, DomainEvent } from '@nordgate/decider';
import { EventStore, InfrastructureError } from '@nordgate/event-store';
import type { Database, StoredEvent } from '@nordgate/event-store';
import { migratedTestDatabase, testDatabase } from '@nordgate/event-store/testing';
import { BusClient, CommandClient, MemoryBus } from '@nordgate/messaging';
import type { CommandResult, LocalCommands } from '@nordgate/messaging';
import { createLog, Health } from '@nordgate/telemetry';
import type { Platform } from '../host/platform.js';
import { runService } from '../host/service.js';
import type { ServiceDefinition } from '../host/service.js';
import { InProcessQueries } from '../queries/in-process-queries.js';

/** A service as it runs, on a real database; its neighbours are event tables only. */
export interface ServiceOnABus<Neighbour extends TopicName> {
  /** Sends a command over its topic, or as the service does to itself where the table of ways has no topic for it. */
  readonly send: (command: Command) => Promise<CommandResult<unknown>>;
  /** Sends a command over its topic, whatever its way is. */
  readonly sendOverTopic: (command: Command) => Promise<CommandResult<unknown>>;
  /** Gives the service a command without its topic, as its operations do. Returns the receipt or the refusal. */
  readonly execute: (command: Command) => Promise<unknown>;
  readonly ask: <Answer>(query: ServiceQuery<Answer>) => Promise<Answer>;
  /** Lets something happen in a neighbour. */
  readonly happens: (topic: Neighbour, ...event: ForeignEvent) => Promise<void>;
  /** Its bus, for the topics of the bank's core. */
  readonly bus: MemoryBus;
  readonly eventsOf: (stream: string) => Promise<StoredEvent[]>;
  /** Address of its database, for another instance of it. */
  readonly url: string;
  /** Its own database, for what no query shows. */
  readonly database: () => Database;
  readonly parked: () => Promise<number>;
  /** The faults of its parked messages, oldest first. */
  readonly faults: () => Promise<readonly string[]>;
  /** Restarts the service with every event of its neighbours still ahead of it. */
  readonly redeliverAll: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** An event of another service, and its place there. */
export type ForeignEvent = readonly [stream: string, version: number, event: DomainEvent];

const deadlineMs = 30_000;
/** Each connection is a process of the server, and no service has more than two slices of commands in work at a time. */
const databasePoolMax = 4;

/**
 * Starts a service that follows these topics of others, on its own databases; or, as another
 * instance, on the database at `shared`, with its own bus: only the database is between the two.
 */
export async function serviceOnABus<Neighbour extends TopicName>(
  app: ServiceDefinition,
  followed: readonly Neighbour[],
  shared?: string,
): Promise<ServiceOnABus<Neighbour>> {
  const own =
    shared === undefined ? await migratedTestDatabase(app.name, app.migrations) : undefined;
  const url = own?.url ?? shared ?? '';
  const neighbours = new Map<TopicName, Database>();
  for (const topic of followed) neighbours.set(topic, await testDatabase(databaseOf(app, topic)));
  const { platform, bus, database } = platformOver(neighbours, url);
  const { definition, execute } = withLocalCommands(app);
  let service = await runService(definition, platform);
  return {
    send: sender(app, bus, execute),
    sendOverTopic: topicSender(app, bus),
    execute,
    ask: (query) => platform.queries.ask(query),
    happens: (topic, ...event) => appendForeign(neighbours.get(topic) ?? missing(topic), ...event),
    eventsOf: (stream) => new EventStore(database(), app.streams).history(stream),
    url,
    bus,
    database,
    parked: async () => (await faultsIn(database())).length,
    faults: () => faultsIn(database()),
    redeliverAll: async () => {
      await service.stop();
      for (const { pool } of neighbours.values()) await pool.query('delete from es.checkpoint');
      service = await runService(definition, platform);
    },
    stop: async () => {
      await service.stop();
      await bus.close();
      for (const neighbour of neighbours.values()) await neighbour.close();
      await own?.drop();
    },
  };
}

function databaseOf({ name }: ServiceDefinition, topic: TopicName): string {
  return `${name}_${topic.split('.')[0] ?? ''}`;
}

function platformOver(neighbours: ReadonlyMap<TopicName, Database>, url: string) {
  const log = createLog({ app: 'service-test', level: 'silent' });
  const bus = new MemoryBus({ log });
  for (const [topic, database] of neighbours) bus.attachEventTable(topic, database);
  let published: Database | undefined;
  const platform: Platform = {
    bus,
    queries: new InProcessQueries(),
    log,
    health: new Health(),
    databaseUrl: () => url,
    databasePoolMax,
    publishEvents: (topic, database, types) => {
      published = database;
      bus.attachEventTable(topic, database, types);
    },
  };
  return { platform, bus, database: () => published ?? missing('the event table of the service') };
}

function topicSender({ commands }: ServiceDefinition, bus: MemoryBus) {
  const client = new CommandClient(new BusClient(bus, '/test'));
  const readView = () => Promise.resolve(undefined);
  return (command: Command): Promise<CommandResult<unknown>> => {
    const { topic } = commands ?? missing('a topic of commands');
    return client.ask(topic, command, { readView, deadlineMs });
  };
}

function sender(
  app: ServiceDefinition,
  bus: MemoryBus,
  execute: (command: Command) => Promise<unknown>,
) {
  const overTopic = topicSender(app, bus);
  return async (command: Command): Promise<CommandResult<unknown>> => {
    const { topic } = app.commands ?? missing('a topic of commands');
    const isKnown = Object.hasOwn(commandWays[topic], command.type);
    if (!isKnown || travelsOver(topic, command.type)) return overTopic(command);
    const outcome = await untilUncontended(() => execute(command));
    return isRefusal(outcome)
      ? { is: 'refused', refusal: outcome }
      : { is: 'decided', receipt: outcome };
  };
}

/** A bus brings a message again whose streams are contended for too long. */
async function untilUncontended(decide: () => Promise<unknown>): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await decide();
    } catch (error) {
      if (!(error instanceof InfrastructureError) || attempt === attemptsMax) throw error;
    }
  }
}

async function faultsIn({ pool }: Database): Promise<readonly string[]> {
  const { rows } = await pool.query<{ reason: string }>(
    'select reason from es.parked order by seq',
  );
  return rows.map(({ reason }) => reason);
}

/** The service, and a way to its local commands once it runs. */
function withLocalCommands(app: ServiceDefinition) {
  let local: LocalCommands | undefined;
  const definition: ServiceDefinition = {
    ...app,
    work: (service) => {
      local = service.commands;
      return app.work?.(service) ?? { stop: () => Promise.resolve() };
    },
  };
  const execute = (command: Command): Promise<unknown> =>
    (local ?? missing('a running service')).execute(command);
  return { definition, execute };
}

function missing(what: string): never {
  throw new Error(`the test has no ${what}`);
}

const insertSql = `
insert into es.event (stream_id, version, type, schema_version, data, meta)
values ($1, $2, $3, 1, $4, $5)`;

/** Lets something happen in another service: a row in its event table, and the signal for readers. */
export async function appendForeign(
  owner: Database,
  ...[stream, version, { type, data }]: ForeignEvent
): Promise<void> {
  const meta = { commandId: `${stream}/${String(version)}`, actor: 'psu', requestedAt: '' };
  await owner.pool.query(insertSql, [stream, version, type, data, meta]);
  owner.appended.wake();
}

const attemptsMax = 400;
const attemptMs = 25;

/**
 * Reads until the answer is wanted.
 *
 * @throws Error with the last answer when none is wanted for ten seconds: a test that only waits would go on without a word
 */
export async function readUntil<Answer>(
  read: () => Promise<Answer>,
  isWanted: (answer: Answer) => boolean,
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await read();
    if (isWanted(answer)) return answer;
    if (attempt === attemptsMax) throw new Error(`read in vain, at last: ${inspect(answer)}`);
    await pause(attemptMs);
  }
}
