import { RELEASE } from '@nordgate/contracts/codes';
import { defined } from '@nordgate/decider';
import { createLog, Health, startTelemetry } from '@nordgate/telemetry';
import type { Telemetry } from '@nordgate/telemetry';
import type { KafkaSettings } from '@nordgate/messaging/kafka';
import { HttpQueries } from '../../queries/http/http-queries.js';
import type { AnsweringService } from '../../queries/http/query-routes.js';
import { appBearerKeys, TokenCheck } from '../../queries/http/tokens.js';
import type { BearerKeys, Caller } from '../../queries/http/tokens.js';
import { OperationsDoor } from '../../operations/operations.js';
import { startInternalServer } from '../internal-server.js';
import type { Platform } from '../platform.js';
import type { SigningKey } from '../secrets/key-pairs.js';
import { SecretWatch } from '../secrets/secret-watch.js';
import { SecretsFolder } from '../secrets/secrets-folder.js';
import { kafkaSettingsOf } from '../settings/mounted-settings.js';
import type { ProcessSettings } from '../settings/process-settings.js';
import { readSettings } from '../settings/read-settings.js';
import type { Environment } from '../settings/read-settings.js';
import { readTogether } from '../settings/settings-error.js';
import type { Address, OpenBus, OwnFiles, ProcessDefinition } from './process-definition.js';

/** A process with its app and its internal server. */
export interface RunningProcess {
  readonly addresses: readonly Address[];
  /** Reports not ready, accepts no new work, finishes the work in flight and closes everything. */
  stop(): Promise<void>;
}

export interface ProcessOptions {
  readonly env: Environment;
  readonly openBus: OpenBus;
  /** Telemetry that runs already, e.g. of a test. */
  readonly telemetry?: Telemetry;
}

/** Settings and mounted files, which are read before anything is opened. */
interface Readings<Settings, Own> {
  readonly settings: Settings;
  /** Reads the secrets again. */
  readonly watch: SecretWatch;
  readonly own: Own;
  readonly kafka: KafkaSettings;
  /** Signs this process's tokens. */
  readonly key: SigningKey;
  /** Verify the tokens of those that query this process. */
  readonly callerKeys: BearerKeys;
}

/**
 * Reads the settings, opens the internal server and starts the app. Until the app has started, the
 * process is alive but not ready. When something fails it rejects and leaves nothing open; with
 * SettingsError when settings or mounted files cannot be used.
 */
export async function startProcess<Settings extends ProcessSettings, Own extends OwnFiles>(
  definition: ProcessDefinition<Settings, Own>,
  options: ProcessOptions,
): Promise<RunningProcess> {
  const settings = readSettings(definition.settings, options.env);
  const watch = new SecretWatch();
  const secrets = new SecretsFolder(settings.NORDGATE_SECRETS_DIR, watch);
  const read = await readTogether({
    own: definition.open(settings, watch),
    kafka: kafkaSettingsOf(settings, `nordgate-${definition.name}`),
    key: secrets.signingKey(`internal-${definition.name}`),
    callerKeys: callerKeysIn(secrets, definition.name),
  });
  const running = new Stoppables();
  try {
    const addresses = await open(definition, { settings, watch, ...read }, options, running);
    return { addresses, stop: () => running.stop() };
  } catch (error) {
    await running.stop();
    throw error;
  }
}

/** Opens the parts of the process. The part that is added to `running` last is stopped first. */
async function open<Settings extends ProcessSettings, Own extends OwnFiles>(
  definition: ProcessDefinition<Settings, Own>,
  { settings, watch, own, kafka, key, callerKeys }: Readings<Settings, Own>,
  options: ProcessOptions,
  running: Stoppables,
): Promise<readonly Address[]> {
  const { name } = definition;
  const telemetry = options.telemetry ?? telemetryOf(name, settings);
  running.add(telemetry);
  const log = createLog({ app: name, level: settings.LOG_LEVEL });
  running.add(watch.follow(log));
  const health = new Health();
  const queries = new HttpQueries({
    caller: name,
    key,
    addresses: definition.addresses(settings),
  });
  running.add({ stop: () => queries.close() });
  const services = new Stoppables();
  running.add(services);
  const bus = options.openBus({ settings: kafka, log, health });
  running.add({ stop: () => bus.close() });
  const service = answeringService(name, { log, queries, callerKeys });
  const operatorKeys = definition.operatorKeys?.(own);
  const operations = operatorKeys && new OperationsDoor(operatorKeys, log);
  const { HOST: host, INTERNAL_PORT: port } = settings;
  const server = await startInternalServer({
    ...{ host, port, health, telemetry },
    ...defined({ service, operations }),
  });
  running.add(server);
  const platform: Platform = {
    bus,
    queries,
    log,
    health,
    databaseUrl: () => databaseOf(name, own),
    publishEvents: (...args) => bus.publishEvents(...args),
  };
  const hasStarted = untilStarted(health);
  const app = await definition.start({ settings, own, platform, telemetry });
  if (app.service !== undefined) services.add(app.service);
  if (app.operate !== undefined) operations?.open(app.operate);
  if (app.edge !== undefined) running.add(app.edge);
  running.add({ stop: () => Promise.resolve(health.stop()) });
  hasStarted();
  return [...app.addresses, ['internal address', server.url]];
}

/** Keeps the process from being ready until the returned function is called. */
function untilStarted(health: Health): () => void {
  let started = false;
  const check = () =>
    started ? Promise.resolve() : Promise.reject(new Error('the process is starting'));
  health.register({ name: 'start', check });
  return () => {
    started = true;
  };
}

function answeringService(
  name: Caller,
  {
    log,
    queries,
    callerKeys,
  }: Pick<Platform, 'log'> & { queries: HttpQueries; callerKeys: BearerKeys },
): AnsweringService | undefined {
  // The gateway answers no queries.
  if (name === 'gateway') return undefined;
  const tokens = new TokenCheck({ audience: name, keys: callerKeys });
  return { name, tokens, log, answer: (query, from) => queries.answer(query, from) };
}

/** Who queries each app. The others' tokens are refused, and their keys need not be mounted. */
const callersOf = {
  gateway: [],
  payments: ['gateway', 'sca'],
  baskets: ['gateway', 'sca'],
  sca: ['gateway'],
  accounts: ['gateway', 'sca'],
  batch: ['gateway'],
} as const satisfies Record<Caller, readonly Caller[]>;

async function callerKeysIn(secrets: SecretsFolder, app: Caller): Promise<BearerKeys> {
  const read = callersOf[app].map(
    (caller) => [caller, secrets.publicKeys(`internal-${caller}`)] as const,
  );
  return appBearerKeys(await readTogether(Object.fromEntries(read)));
}

function telemetryOf(name: Caller, settings: ProcessSettings): Telemetry {
  const tracesEndpoint = settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  return startTelemetry({
    service: `nordgate-${name}`,
    version: RELEASE,
    ...defined({ tracesEndpoint }),
  });
}

function databaseOf(name: Caller, { databaseUrl }: OwnFiles): string {
  if (databaseUrl === undefined) throw new Error(`${name} has no database`);
  return databaseUrl;
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
