import type { QueriedService } from '@nordgate/contracts/queries';
import type { TopicName } from '@nordgate/contracts/topics';
import type { AnyStreamType } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import type { Health, Log, Telemetry } from '@nordgate/telemetry';
import type { Bus } from '@nordgate/messaging';
import type { KafkaSettings } from '@nordgate/messaging/kafka';
import type { Operate } from '../../operations/operations.js';
import type { Caller, TokenKeys } from '../../queries/http/token-keys.js';
import type { Platform } from '../platform.js';
import type { ProcessSettings } from '../settings/process-settings.js';

/** What a process reads from its mounted files for its own app. */
export interface OwnFiles {
  /** Address of the app's own database, if it has one. */
  readonly databaseUrl?: string;
}

/** An app as a process of its own. */
export interface ProcessDefinition<Settings extends ProcessSettings, Own extends OwnFiles> {
  readonly name: Caller;
  readonly settings: new () => Settings;
  /** Internal base addresses of the services that it asks. */
  addresses(settings: Settings): Readonly<Partial<Record<QueriedService, string>>>;
  /** Reads what is mounted for this app. Throws SettingsFault. */
  open(settings: Settings): Promise<Own>;
  /** Keys of the tokens of the bank's operator, where the app has a door for operations. */
  operatorKeys?(own: Own): TokenKeys;
  start(host: ProcessHost<Settings, Own>): Promise<StartedApp>;
}

/** What the process gives to its app. */
export interface ProcessHost<Settings extends ProcessSettings, Own extends OwnFiles> {
  readonly settings: Settings;
  readonly own: Own;
  readonly platform: Platform;
  readonly telemetry: Telemetry;
}

/** What an app has started, and where it answers. */
export interface StartedApp {
  /** A door for others than our own processes: closed before the bus. */
  readonly edge?: { stop(): Promise<void> };
  /** A service with its database: stopped after the bus. */
  readonly service?: { stop(): Promise<void> };
  /** Does what the bank's operator asks for. */
  readonly operate?: Operate;
  readonly addresses: readonly Address[];
}

/** A line of the start-up: what answers there, and where. */
export type Address = readonly [what: string, url: string];

/** The bus of a process, which also carries the events of its own service. */
export interface ProcessBus extends Bus {
  /** Makes the service's events reach the others, until the bus is closed. */
  publishEvents(topic: TopicName, database: Database, types: readonly AnyStreamType[]): void;
}

/** Opens the connection to the broker. */
export type OpenBus = (options: {
  readonly settings: KafkaSettings;
  readonly log: Log;
  readonly health: Health;
}) => ProcessBus;
