import type { TopicName } from '@nordgate/contracts/topics';
import type { QueriedService } from '@nordgate/contracts/queries';
import type { AnyStreamType } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import type { Health, Log } from '@nordgate/telemetry';
import type { Bus } from '@nordgate/messaging';
import type { Queries } from '../queries/query-client.js';

/** What a process gives to every app it runs. */
export interface Platform {
  readonly bus: Bus;
  readonly queries: Queries;
  readonly log: Log;
  readonly health: Health;
  /** PostgreSQL address of a service's own database. */
  databaseUrl(service: QueriedService): string;
  /** Makes the service's events reach the other services, in the form that `types` give them today. */
  publishEvents(topic: TopicName, database: Database, types: readonly AnyStreamType[]): void;
}

/** Injection tokens of what the platform provides inside an app's modules. */
export const BUS = 'nordgate.bus';
export const DATABASE = 'nordgate.database';
export const LOG = 'nordgate.log';
export const QUERIES = 'nordgate.queries';
