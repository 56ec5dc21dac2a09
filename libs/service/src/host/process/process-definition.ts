import type { QueriedService } from '@nordgate/contracts/queries';
import type { TopicName } from '@nordgate/contracts/topics';
import type { AnyStreamType } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import type { Health, Log, Telemetry } from '@nordgate/telemetry';
import type { Bus } from '@nordgate/messaging';
import type { EndedRecords, EventHistory, KafkaSettings } from '@nordgate/messaging/kafka';
import type { Operate } from '../../operations/operations.js';
import type { Caller } from '../../queries/http/tokens.js';
import type { Platform } from '../platform.js';
import type { PublicKeys } from '../secrets/key-pairs.js';
import type { Current, SecretWatch } from '../secrets/secret-watch.js';
import { SecretsFolder } from '../secrets/secrets-folder.js';
import { runService } from '../service.js';
import type { ServiceDefinition } from '../service.js';
import { watchDatabaseUrl } from '../settings/connection-settings.js';
import { ServiceSettings } from '../settings/process-settings.js';
import type { ProcessSettings } from '../settings/process-settings.js';
import { readTogether } from '../settings/read-settings.js';

/** What an app reads from its mounted files. */
export interface OwnFiles {
  /** The URL of the app's database, if it has one. Read for each new connection. */
  readonly databaseUrl?: Current<string>;
  /** Verify the tokens of accounts, whose console queries the app in a sandbox (ADR 41). */
  readonly consoleKeys?: PublicKeys | undefined;
}

/** An app that runs as a process. */
export interface ProcessDefinition<Settings extends ProcessSettings, Own extends OwnFiles> {
  readonly name: Caller;
  readonly settings: new () => Settings;
  /** The internal addresses of the services that it queries. */
  addresses(settings: Settings): Readonly<Partial<Record<QueriedService, string>>>;
  /** The internal addresses of the services whose instances it queries one by one. Default: none. */
  instances?(settings: Settings): Readonly<Partial<Record<QueriedService, readonly string[]>>>;
  /** Reads the files that are mounted for this app; the watch reads secrets again. Throws SettingsError. */
  open(settings: Settings, watch: SecretWatch): Promise<Own>;
  /** The public keys of the operator, if the app offers operations. */
  operatorKeys?(own: Own): PublicKeys;
  start(host: ProcessHost<Settings, Own>): Promise<StartedApp>;
}

/** What the process provides to its app. */
export interface ProcessHost<Settings extends ProcessSettings, Own extends OwnFiles> {
  readonly settings: Settings;
  readonly own: Own;
  readonly platform: Platform;
  readonly telemetry: Telemetry;
}

/** What an app has started, and its addresses. */
export interface StartedApp {
  /** A server for clients outside the bank's processes. It is stopped before the bus. */
  readonly edge?: { stop(): Promise<void> };
  /** A service with its database. It is stopped after the bus. */
  readonly service?: { stop(): Promise<void> };
  /** Carries out requests of the operator. */
  readonly operate?: Operate;
  readonly addresses: readonly Address[];
}

/** A line of the start-up message: a name and its URL. */
export type Address = readonly [what: string, url: string];

/** The bus of a process, which also publishes the events of its service. */
export interface ProcessBus extends Bus {
  /** Resolves when the transport has answered for the first time. Rejects when the bus is closed. */
  firstAnswer(): Promise<void>;
  /** Publishes the service's events until the bus is closed. */
  publishEvents(topic: TopicName, database: Database, types: readonly AnyStreamType[]): void;
  /** Lets a topic drop its ended records; absent where a topic is an event table. @returns how many */
  dropRecords?(ended: EndedRecords): Promise<number>;
}

/** Opens the bus of a process. */
export type OpenBus = (options: {
  readonly settings: KafkaSettings;
  readonly log: Log;
  readonly health: Health;
  /** Where groups read events that their topics do not have any more. */
  readonly history?: EventHistory;
}) => ProcessBus;

/** What a service without a web site reads from its mounted files. */
interface ServiceFiles {
  readonly databaseUrl: Current<string>;
  readonly operatorKeys: PublicKeys;
}

/** The process of a service without a web site and without queries to other services. */
export function serviceProcess(
  definition: ServiceDefinition,
): ProcessDefinition<ServiceSettings, ServiceFiles> {
  return {
    name: definition.name,
    settings: ServiceSettings,
    addresses: () => ({}),
    open: (settings, watch) =>
      readTogether({
        databaseUrl: watchDatabaseUrl(settings, watch),
        operatorKeys: new SecretsFolder(settings.NORDGATE_SECRETS_DIR, watch).publicKeys(
          'operator',
        ),
      }),
    operatorKeys: ({ operatorKeys }) => operatorKeys,
    start: async ({ platform }) => {
      const service = await runService(definition, platform);
      return { service, operate: service.operate, addresses: [] };
    },
  };
}
