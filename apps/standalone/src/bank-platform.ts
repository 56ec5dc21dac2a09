import { MemoryBus } from '@nordgate/messaging';
import { InProcessQueries } from '@nordgate/service';
import type { Platform } from '@nordgate/service';
import type { Health, Log } from '@nordgate/telemetry';
import type { Databases } from './data-folder.js';

/** Where a bank in one process keeps copies of its events. */
export type BankStores = Pick<Platform, 'exportStore' | 'archiveStore'>;

/** What the apps of a bank in one process share. */
interface PlatformParts {
  readonly log: Log;
  readonly health: Health;
  readonly databases: Pick<Databases, 'urlOf'>;
  readonly databasePoolMax?: number;
  readonly isAlone?: boolean;
  readonly stores?: BankStores;
}

/** The platform of a bank in one process: one bus in memory, and queries without a network. */
export function platformOf({ log, health, databases, ...limits }: PlatformParts): Platform {
  const { databasePoolMax, isAlone = true, stores } = limits;
  const bus = new MemoryBus({ log });
  const publishEvents = bus.attachEventTable.bind(bus);
  return {
    bus,
    queries: new InProcessQueries(),
    log,
    accessLog: log,
    health,
    databaseUrl: (service) => databases.urlOf(service),
    publishEvents,
    databasePoolMax,
    isAlone,
    ...stores,
  };
}
