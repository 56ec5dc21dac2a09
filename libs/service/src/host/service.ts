import { NestFactory } from '@nestjs/core';
import { CqrsModule, QueryBus } from '@nestjs/cqrs';
import type {
  DynamicModule,
  INestApplicationContext,
  INestMicroservice,
  Provider,
  Type,
} from '@nestjs/common';
import type { CommandTopic } from '@nordgate/contracts/commands';
import type { EventSourcedService, QueriedService } from '@nordgate/contracts/queries';
import type { TopicName } from '@nordgate/contracts/topics';
import { EventArchive, EventStore, openDatabase, pingDatabase } from '@nordgate/event-store';
import type { AnyDeciderTable, AnyStreamType } from '@nordgate/decider';
import { defined } from '@nordgate/decider';
import type { Database, DatabaseOptions, MigrationClass, Projection } from '@nordgate/event-store';
import { databasePeer } from '@nordgate/telemetry';
import type { HealthCheck, Log } from '@nordgate/telemetry';
import { BusServer, CommandsModule, LocalCommands } from '@nordgate/messaging';
import type { Bus, TakenCommands } from '@nordgate/messaging';
import { DiskGrowth } from '../operations/disk-growth.js';
import type { OpenOperations, Operate } from '../operations/operations.js';
import { momentsIn } from '../worlds/world-moments.rows.js';
import { realClocks, WORLD_CLOCKS } from '../worlds/world-clocks.js';
import type { WorldClocks } from '../worlds/world-clocks.js';
import { serviceOperations } from '../operations/service-operations.js';
import type { SubjectRules } from '../operations/subject/subject-rules.js';
import { nestLog, RethrowFilter } from './nest-runtime.js';
import type { Platform } from './platform.js';
import { BUS, DATABASE, LOG, QUERIES } from './platform.js';
import { measureService } from './service-metrics.js';
import type { RunningWork } from './leading-work.js';
import { startProjections } from './service-projections.js';
import type { KeepingTerms } from './upkeep.work.js';
import { startUpkeep } from './upkeep.work.js';
import type { WorldTable } from '../worlds/delete-worlds.work.js';

/** An event-sourced app: what it owns, and the module that lists what it does. */
export interface ServiceDefinition extends KeepingTerms {
  readonly name: EventSourcedService;
  readonly module: Type;
  readonly streams: readonly AnyStreamType[];
  /** Migrations of the own tables, after those of the event store. */
  readonly migrations: readonly MigrationClass[];
  /** The topic of its events. */
  readonly events: TopicName;
  /** The commands that it takes: their topic, and the table of their deciders. */
  readonly commands?: {
    readonly topic: CommandTopic;
    readonly deciders: (database: Database) => AnyDeciderTable;
  };
  /** The groups with which it reads the topics of others. It is not ready while it has not joined one of them. */
  readonly groups?: readonly string[];
  /** TypeORM entities that its queries read. */
  readonly entities?: DatabaseOptions['entities'];
  /** Tables that follow its own events; their entities need not be named again. */
  readonly projections?: readonly Projection[];
  /** Further providers, e.g. settings. */
  readonly providers?: readonly Provider[];
  /** The operations that the bank's operator may request. */
  readonly operations?: OpenOperations;
  /** How the operator's command finds what the service holds of a customer. */
  readonly subject?: SubjectRules;
  /** In a sandbox: the tables whose rows are of its worlds. What ended worlds have left there and in the store is deleted. */
  readonly worldTables?: readonly WorldTable[];
  /** What else shows whether the service works: each informs, and is measured. */
  readonly checks?: (service: { readonly database: Database }) => readonly HealthCheck[];
  /** Work without a request, e.g. by the clock, while the service runs. */
  readonly work?: StartWork;
}

/**
 * Starts background work. It runs in every replica, as soon as the service takes commands. Work for
 * one replica has to become the leader first.
 */
export type StartWork = (service: {
  readonly commands: LocalCommands;
  readonly database: Database;
  readonly log: Log;
  readonly bus: Bus;
}) => RunningWork;

/** A service with an open database, before Nest runs it. */
export interface PreparedService {
  readonly module: DynamicModule;
  readonly strategy: BusServer;
  readonly database: Database;
  readonly disk: DiskGrowth;
}

export interface RunningService {
  readonly name: string;
  stop(): Promise<void>;
}

/** A running service with its own streams: the operator can look into it. */
export interface OperableService extends RunningService {
  /** Carries out requests of the operator. */
  readonly operate: Operate;
}

/** Opens the service's database, migrated or awaited, and composes its modules. */
export async function prepareService(
  definition: ServiceDefinition,
  platform: Platform,
): Promise<PreparedService> {
  const { name, migrations, streams, entities = [], projections = [] } = definition;
  const opening = checkDatabase(name, platform);
  const database = await openDatabase({
    url: () => platform.databaseUrl(name),
    applicationName: `nordgate-${name}`,
    migrations,
    migrationWait: platform.migrationWait,
    ...defined({ poolMax: platform.databasePoolMax, isAlone: platform.isAlone }),
    ...(platform.archiveStore && { archive: new EventArchive(platform.archiveStore) }),
    entities: [...entities, ...projections.map(({ entity }) => entity)],
  });
  platform.onSchema?.();
  const store = new EventStore(database, streams);
  platform.publishEvents(definition.events, database, streams);
  opening.opened(database);
  for (const check of definition.checks?.({ database }) ?? []) platform.health.register(check);
  const commands = takenCommands(definition, database);
  const log = platform.log.child({ app: name });
  const strategy = new BusServer({ bus: platform.bus, store, service: name, commands, log });
  requireGroups(definition, platform, strategy);
  const disk = new DiskGrowth();
  return {
    database: measureService({ name, database, strategy, disk }),
    disk,
    module: moduleOf(definition, platform, store, commands),
    strategy,
  };
}

/** A composition that lost the consumers of a group looks well otherwise: it answers, and nothing arrives. */
function requireGroups(
  { name, groups = [] }: ServiceDefinition,
  { health }: Platform,
  { joined }: Pick<BusServer, 'joined'>,
): void {
  for (const group of groups) {
    const check = () =>
      joined.has(group)
        ? Promise.resolve()
        : Promise.reject(new Error(`${name} has not joined ${group}`));
    health.register({ name: `${group} joined`, check });
  }
}

/** The check of a database, also before it is open: a process that starts during an outage shows the outage. */
function checkDatabase(name: EventSourcedService, platform: Platform) {
  let ping: Database['ping'] = () => pingDatabase(platform.databaseUrl(name));
  const words = `the database of ${name} does not answer`;
  const outage = { peer: databasePeer, words };
  platform.health.register({ name: `${name}-database`, check: () => ping(), outage });
  return { opened: (database: Database) => void (ping = database.ping) };
}

function takenCommands(
  { commands }: ServiceDefinition,
  database: Database,
): TakenCommands | undefined {
  if (commands === undefined) return undefined;
  return { topic: commands.topic, deciders: commands.deciders(database) };
}

function moduleOf(
  definition: ServiceDefinition,
  platform: Platform,
  store: EventStore,
  commands: TakenCommands | undefined,
): DynamicModule {
  const provided: Provider[] = [
    { provide: BUS, useValue: platform.bus },
    { provide: DATABASE, useValue: store.database },
    { provide: EventStore, useValue: store },
    { provide: LOG, useValue: platform.log.child({ app: definition.name }) },
    { provide: QUERIES, useValue: platform.queries },
    ...(definition.providers ?? []),
  ];
  class PlatformModule {}
  class ServiceRoot {}
  return {
    module: ServiceRoot,
    imports: [
      { module: PlatformModule, global: true, providers: provided, exports: provided },
      CqrsModule.forRoot(),
      CommandsModule.forService(definition.name, commands?.deciders ?? {}),
      definition.module,
    ],
  };
}

/** Starts a service without a web site. Rejects, and leaves nothing open, when it cannot start. */
export async function runService(
  definition: ServiceDefinition,
  platform: Platform,
): Promise<OperableService> {
  const prepared = await prepareService(definition, platform);
  const { database } = prepared;
  try {
    const app = await listen(prepared, platform);
    openForQueries(definition.name, platform, app);
    const commands = app.get(LocalCommands, { strict: false });
    const log = platform.log.child({ app: definition.name });
    const { bus } = platform;
    const work = definition.work?.({ commands, database, log, bus });
    const projections = startProjections(definition, platform, database);
    const upkeep = startUpkeep(definition, platform, database);
    return {
      name: definition.name,
      operate: operateOn(definition, platform, { ...prepared, app }),
      stop: async () => {
        await Promise.all([work?.stop(), upkeep.stop()]);
        await projections.stop();
        await closeWithDatabase(app, database);
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Closes an app, and then its database, also when the app fails to close. */
export async function closeWithDatabase(
  app: Pick<INestApplicationContext, 'close'>,
  database: Pick<Database, 'close'>,
): Promise<void> {
  try {
    await app.close();
  } finally {
    await database.close();
  }
}

/** What the operator may ask of a running service. */
export function operateOn(
  { name, operations, projections = [], streams, retention, archive, subject }: ServiceDefinition,
  { queries, log, health }: Platform,
  {
    app,
    strategy,
    disk,
  }: { readonly app: INestApplicationContext } & Pick<PreparedService, 'strategy' | 'disk'>,
): Operate {
  const commands = app.get(LocalCommands, { strict: false });
  const store = app.get(EventStore, { strict: false });
  const own = operations?.({
    commands,
    store,
    ask: (query) => queries.ask(query),
    askEach: (query) => queries.askEach(query),
  });
  const parts = { name, store, streams, projections, strategy, health, disk };
  // Only a service whose streams end at an erasure has commands for it, and the clocks of their worlds.
  const clocks: WorldClocks =
    subject?.ends === undefined ? realClocks : app.get(WORLD_CLOCKS, { strict: false });
  const erasing = {
    execute: commands.execute.bind(commands),
    momentOf: momentsIn(store.database, clocks),
  };
  return serviceOperations({
    ...parts,
    erasing,
    log: log.child({ app: name }),
    ...defined({ own, retention, archive, subject }),
  });
}

async function listen(
  { module, strategy }: PreparedService,
  platform: Platform,
): Promise<INestMicroservice> {
  const app = await NestFactory.createMicroservice(module, {
    strategy,
    logger: nestLog(platform.log),
    // The process runs other apps, too, so Nest must not end it.
    abortOnError: false,
  });
  app.useGlobalFilters(new RethrowFilter());
  await app.listen();
  return app;
}

/** Lets the other apps of the process query this one. */
export function openForQueries(
  name: QueriedService,
  platform: Platform,
  app: INestApplicationContext,
): void {
  platform.queries.register(name, app.get(QueryBus, { strict: false }));
}
