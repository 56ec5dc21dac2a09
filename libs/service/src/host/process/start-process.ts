import { RELEASE } from '@nordgate/contracts/codes';
import { defined } from '@nordgate/decider';
import type { MigrationWait, WaitReason } from '@nordgate/event-store';
import { ExportHistory } from '@nordgate/messaging/kafka';
import { createLog, Health, logDestination, startTelemetry } from '@nordgate/telemetry';
import type { Log, Telemetry } from '@nordgate/telemetry';
import { HttpQueries } from '../../queries/http/http-queries.js';
import type { AnsweringService } from '../../queries/http/query-routes.js';
import { TokenCheck } from '../../queries/http/tokens.js';
import type { BearerKeys, Caller } from '../../queries/http/tokens.js';
import { OperationsDoor } from '../../operations/operations.js';
import { startInternalServer } from '../internal-server.js';
import type { Platform } from '../platform.js';
import type { ProcessSettings, ServiceSettings } from '../settings/process-settings.js';
import type { Environment } from '../settings/read-settings.js';
import type {
  Address,
  OpenBus,
  OwnFiles,
  ProcessBus,
  ProcessDefinition,
} from './process-definition.js';
import { readProcess } from './process-readings.js';
import type { Readings } from './process-readings.js';

/** A process with its app and its internal server. */
export interface RunningProcess {
  readonly addresses: readonly Address[];
  /** Reports not ready, accepts no new work, finishes the work in flight and closes everything. */
  stop(): Promise<void>;
}

export interface ProcessOptions {
  readonly env: Environment;
  readonly openBus: OpenBus;
  /** Ends a start that is under way. */
  readonly signal?: AbortSignal | undefined;
  /** Telemetry that runs already, e.g. of a test. */
  readonly telemetry?: Telemetry;
}

/**
 * Reads the settings, opens the internal server and starts the app. Until the app has started, the
 * process is alive but not ready. When something fails, or the signal aborts, it rejects and leaves
 * nothing open; with SettingsError when settings or mounted files cannot be used.
 */
export async function startProcess<Settings extends ProcessSettings, Own extends OwnFiles>(
  definition: ProcessDefinition<Settings, Own>,
  options: ProcessOptions,
): Promise<RunningProcess> {
  const readings = await readProcess(definition, options.env);
  const running = new Stoppables();
  // Everything that the start waits for ends when it is closed.
  const abort = () => void running.stop().catch(() => undefined);
  try {
    options.signal?.throwIfAborted();
    options.signal?.addEventListener('abort', abort, { once: true });
    const addresses = await open(definition, readings, options, running);
    options.signal?.throwIfAborted();
    options.signal?.removeEventListener('abort', abort);
    return { addresses, stop: () => running.stop() };
  } catch (error) {
    await running.stop();
    throw error;
  }
}

/** Opens the parts of the process. The part that is added to `running` last is stopped first. */
async function open<Settings extends ProcessSettings, Own extends OwnFiles>(
  definition: ProcessDefinition<Settings, Own>,
  readings: Readings<Settings, Own>,
  options: ProcessOptions,
  running: Stoppables,
): Promise<readonly Address[]> {
  const { settings, watch, own, kafka, callerKeys, internalTls, exportStore } = readings;
  const telemetry = options.telemetry ?? telemetryOf(definition.name, readings);
  running.add(telemetry);
  const log = logOf(definition.name, settings);
  running.add(watch.follow(log));
  const health = new Health();
  const queries = queriesOf(definition, readings);
  running.add({ stop: () => queries.close() });
  const services = new Stoppables();
  running.add(services);
  const service = answeringService(definition.name, { log, queries, callerKeys });
  const operations = operationsOf(definition, readings, log);
  const server = await startInternalServer({
    host: settings.HOST,
    port: settings.INTERNAL_PORT,
    health,
    telemetry,
    log,
    ...defined({ service, operations, tls: internalTls && { files: internalTls } }),
  });
  // It answers queries and probes until the bus is closed.
  running.add(server);
  const bus = options.openBus({ settings: kafka, log, health, ...historyIn(exportStore) });
  running.add({ stop: () => bus.close() });
  const steps = stepsOf(health, own);
  void bus.firstAnswer().then(steps.kafka, () => undefined);
  const platform: Platform = {
    ...settingsOfPlatform(readings, { log, bus, ...options }),
    bus,
    queries,
    log,
    health,
    databaseUrl: () => databaseOf(definition.name, own),
    onSchema: steps.schema,
    publishEvents: (...args) => bus.publishEvents(...args),
  };
  const app = await definition.start({ settings, own, platform, telemetry });
  if (app.service !== undefined) services.add(app.service);
  if (app.operate !== undefined) operations?.open(app.operate);
  if (app.edge !== undefined) running.add(app.edge);
  running.add({ stop: () => Promise.resolve(health.stop()) });
  steps.app();
  return [...app.addresses, ['internal address', server.url]];
}

function queriesOf<Settings extends ProcessSettings, Own extends OwnFiles>(
  definition: ProcessDefinition<Settings, Own>,
  { settings, key, internalCa }: Readings<Settings, Own>,
): HttpQueries {
  return new HttpQueries({
    caller: definition.name,
    key,
    addresses: definition.addresses(settings),
    ...defined({ instances: definition.instances?.(settings), ca: internalCa }),
  });
}

function operationsOf<Settings extends ProcessSettings, Own extends OwnFiles>(
  definition: ProcessDefinition<Settings, Own>,
  { own, people }: Readings<Settings, Own>,
  log: Log,
): OperationsDoor | undefined {
  const keys = definition.operatorKeys?.(own);
  if (keys === undefined || people === undefined) return undefined;
  return new OperationsDoor({ services: [definition.name], keys, people, log });
}

function logOf(app: string, { LOG_LEVEL: level, LOG_FORMAT }: ProcessSettings): Log {
  return createLog({ app, level, destination: logDestination(LOG_FORMAT) });
}

/**
 * The steps of a start, to be marked as done. The settings are valid by now. The process is not ready
 * before the app has started.
 */
function stepsOf(health: Health, { databaseUrl }: OwnFiles) {
  health.expect('settings')();
  const schema = databaseUrl === undefined ? () => undefined : health.expect('schema');
  const kafka = health.expect('kafka');
  const appStarted = health.expect('app');
  let isStarting = true;
  const check = () =>
    isStarting ? Promise.reject(new Error('the process is starting')) : Promise.resolve();
  health.register({ name: 'start', check });
  const app = () => {
    isStarting = false;
    appStarted();
  };
  return { schema, kafka, app };
}

/**
 * What the settings say of the access log and, with a database, of its pool, its migrations, where it exports to and where its archive is.
 */
function settingsOfPlatform(
  {
    settings,
    exportStore,
    archiveStore,
  }: Pick<Readings<DatabaseSettings, OwnFiles>, 'settings' | 'exportStore' | 'archiveStore'>,
  {
    log,
    bus,
    signal,
  }: Pick<ProcessOptions, 'signal'> & Pick<Platform, 'log'> & { bus: ProcessBus },
): Partial<Platform> {
  return defined({
    accessLog: settings.ACCESS_LOG === 'on' ? log : undefined,
    migrationWait: migrationWaitOf(settings, log, { signal }),
    databasePoolMax: settings.DATABASE_POOL_MAX,
    rebuildReaders: settings.REBUILD_READERS,
    exportStore,
    topicEnd: topicEndOf(settings, bus),
    archiveStore,
  });
}

type DatabaseSettings = ProcessSettings &
  Partial<
    Pick<ServiceSettings, 'MIGRATIONS' | 'DATABASE_POOL_MAX' | 'REBUILD_READERS' | 'TOPIC_DAYS'>
  >;

/** Zero days have no end. */
function topicEndOf({ TOPIC_DAYS: days = 0 }: DatabaseSettings, bus: ProcessBus) {
  const drop = bus.dropRecords?.bind(bus);
  return days === 0 || drop === undefined ? undefined : { days, drop };
}

/** The exports of all services are in one store, so a group can read those of the owner of its topic. */
function historyIn(store: Readings<unknown, unknown>['exportStore']) {
  return store === undefined ? {} : { history: new ExportHistory(() => store.value) };
}

/** How the services of this process wait for their migrations; undefined where they run them. */
function migrationWaitOf(
  settings: DatabaseSettings,
  log: Log,
  { signal }: Pick<ProcessOptions, 'signal'>,
): MigrationWait | undefined {
  if (settings.MIGRATIONS !== 'await') return undefined;
  const onWaiting = (reason: WaitReason) => {
    if ('missing' in reason) log.info(reason, 'waiting for the migrations of the database');
    else log.warn({ err: reason.error }, 'waiting for a database that does not answer');
  };
  return { signal, onWaiting };
}

function answeringService(
  name: Caller,
  {
    log,
    queries,
    callerKeys,
  }: Pick<Platform, 'log'> & { queries: HttpQueries; callerKeys: BearerKeys | undefined },
): AnsweringService | undefined {
  // Without callers, such as the gateway of production, a process answers no queries.
  if (callerKeys === undefined) return undefined;
  const tokens = new TokenCheck({ audience: name, keys: callerKeys });
  return { name, tokens, log, answer: (query, from) => queries.answer(query, from) };
}

function telemetryOf(
  name: Caller,
  { settings, collectorCa }: Pick<Readings<ProcessSettings, unknown>, 'settings' | 'collectorCa'>,
): Telemetry {
  const tracesEndpoint = settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  const tracesKept = settings.NORDGATE_ENVIRONMENT === 'sandbox' ? settings.TRACES_KEPT : 0;
  return startTelemetry({
    service: `nordgate-${name}`,
    version: RELEASE,
    tracesKept,
    // Who looks into a sandbox wants the traces that it keeps, whatever the percentage.
    ...(tracesKept === 0 && { tracesShare: settings.TRACES_PERCENT / 100 }),
    ...defined({ tracesEndpoint, tracesAuthorities: collectorCa }),
  });
}

function databaseOf(name: Caller, { databaseUrl }: OwnFiles): string {
  if (databaseUrl === undefined) throw new Error(`${name} has no database`);
  return databaseUrl.value;
}

/** Started parts, to be stopped in the opposite order. */
export class Stoppables {
  private readonly started: { stop(): Promise<void> }[] = [];

  add(one: { stop(): Promise<void> }): void {
    this.started.push(one);
  }

  /** Stops every part once, also after one has failed. Throws AggregateError with the failures. */
  async stop(): Promise<void> {
    const failures: unknown[] = [];
    for (const one of this.started.splice(0).reverse()) {
      await one.stop().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'some parts could not be stopped');
  }
}
