import type { TopicName } from '@nordgate/contracts/topics';
import type { EventSourcedService } from '@nordgate/contracts/queries';
import type { AnyStreamType } from '@nordgate/decider';
import type { Database, MigrationWait, ObjectStore } from '@nordgate/event-store';
import type { Health, Log } from '@nordgate/telemetry';
import type { Bus } from '@nordgate/messaging';
import type { EndedRecords } from '@nordgate/messaging/kafka';
import type { Queries } from '../queries/query-client.js';
import type { Current } from './secrets/secret-watch.js';

/** What a process provides to every app that it runs. */
export interface Platform {
  readonly bus: Bus;
  readonly queries: Queries;
  readonly log: Log;
  /** Where the lines of answered requests go; without it there are none. */
  readonly accessLog?: Log | undefined;
  readonly health: Health;
  /** The PostgreSQL URL of a service's database, read for each new connection. */
  databaseUrl(service: EventSourcedService): string;
  /** Most connections of the pool of a service. Default 10. */
  readonly databasePoolMax?: number;
  /** Ranges of streams that the rebuild of a projection reads at the same time, at most half of the pool. Default 4. */
  readonly rebuildReaders?: number;
  /** True where this process is the only one that appends to the databases. Default false. */
  readonly isAlone?: boolean;
  /** Where services export their events to; absent where they do not. */
  readonly exportStore?: Current<ObjectStore>;
  /** How long topics keep what is exported; absent where they keep everything. */
  readonly topicEnd?: TopicEnd;
  /** Where the archive of ended streams is; absent where their events stay in the database. */
  readonly archiveStore?: Current<ObjectStore>;
  /** Present where another process migrates the databases. */
  readonly migrationWait?: MigrationWait;
  /** Called when the database of a service has its schema. */
  readonly onSchema?: () => void;
  /** Publishes the service's events to the other services. `types` upcast stored events. */
  publishEvents(topic: TopicName, database: Database, types: readonly AnyStreamType[]): void;
}

/** When the records of the topics of a service end. */
export interface TopicEnd {
  /** So many days a record stays at least. */
  readonly days: number;
  /** Lets a topic drop its ended records. @returns how many */
  readonly drop: (ended: EndedRecords) => Promise<number>;
}

/** Nest injection tokens of the platform, for the modules of an app. */
export const BUS = 'nordgate.bus';
export const DATABASE = 'nordgate.database';
export const LOG = 'nordgate.log';
export const QUERIES = 'nordgate.queries';
