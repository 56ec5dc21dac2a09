import { databaseBytes, parkedDepths } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import type { BusServer } from '@nordgate/messaging';
import {
  attributeNames,
  databasePeer,
  fromPeer,
  instrumentsOf,
  measureRegularly,
} from '@nordgate/telemetry';
import type { Measurement } from '@nordgate/telemetry';
import { diskSampleMs } from '../operations/disk-growth.js';
import type { DiskGrowth } from '../operations/disk-growth.js';

type Pool = Database['pool'];

/** A service whose database and parked messages are measured. */
export interface MeasuredService {
  readonly name: string;
  readonly database: Database;
  readonly strategy: Pick<BusServer, 'groups'>;
  /** Notes the size of the database now and then. */
  readonly disk: DiskGrowth;
  /** Between two measurements. Default that of `measureRegularly`. */
  readonly everyMs?: number;
}

/**
 * Measures how many messages are parked and how the pool is used, until the database is closed. Each instance
 * measures the parked messages of the whole service, because they are rows of the database.
 *
 * @returns the database, whose `close` also ends the measurements
 */
export function measureService({
  name,
  database,
  strategy,
  disk,
  ...often
}: MeasuredService): Database {
  const { leaders, pool } = database;
  timeWaits(pool, name);
  nameDatabase(pool);
  const measuring = [
    measureRegularly({ ...poolUse(pool, name), ...often }),
    measureRegularly({ ...parkedMessages(pool, strategy), ...often }),
    measureRegularly(diskSize(pool, disk)),
  ];
  return {
    ...database,
    leaders: {
      tryLock: (lock) =>
        leaders.tryLock(lock).catch((error: unknown) => {
          throw fromPeer(error, databasePeer);
        }),
    },
    close: async () => {
      for (const one of measuring) one.stop();
      await database.close();
    },
  };
}

function parkedMessages(pool: Pool, strategy: Pick<BusServer, 'groups'>): Measurement {
  const labelsOf = (group: string) => ({ [attributeNames.consumerGroup]: group });
  // Also groups of an older release, whose messages nobody else would see.
  const known = new Set<string>();
  return {
    measure: async () => {
      const depths = await parkedDepths(pool);
      for (const group of [...strategy.groups, ...depths.keys()]) known.add(group);
      for (const group of known) {
        instrumentsOf().parkDepth.record(depths.get(group) ?? 0, labelsOf(group));
      }
    },
    forget: () => {
      for (const group of known) instrumentsOf().parkDepth.forget(labelsOf(group));
    },
  };
}

function diskSize(pool: Pool, disk: DiskGrowth): Measurement {
  return {
    measure: async () => disk.note(await databaseBytes(pool), Date.now()),
    // A sample that is missing makes the growth no less true.
    forget: () => undefined,
    everyMs: diskSampleMs,
  };
}

function poolUse(pool: Pool, app: string): Measurement {
  const statesOf = ({ totalCount, idleCount, waitingCount }: Pool) => ({
    used: totalCount - idleCount,
    idle: idleCount,
    waiting: waitingCount,
  });
  const labelsOf = (state: string) => ({
    [attributeNames.app]: app,
    [attributeNames.poolState]: state,
  });
  return {
    measure: () => {
      for (const [state, count] of Object.entries(statesOf(pool))) {
        instrumentsOf().poolConnections.record(count, labelsOf(state));
      }
      return Promise.resolve();
    },
    forget: () => {
      for (const state of Object.keys(statesOf(pool))) {
        instrumentsOf().poolConnections.forget(labelsOf(state));
      }
    },
  };
}

/** Everything that uses the pool, TypeORM included, takes its connection from `connect`. */
function timeWaits(pool: Pool, app: string): void {
  const labels = { [attributeNames.app]: app };
  const connect = pool.connect.bind(pool) as Connect;
  const timed: Connect = (taken) => {
    const startedMs = performance.now();
    const end = () =>
      instrumentsOf().poolWaitSeconds.record((performance.now() - startedMs) / 1000, labels);
    if (taken === undefined) return connect().finally(end);
    void connect((...result: unknown[]) => {
      end();
      taken(...result);
    });
    return undefined as never;
  };
  pool.connect = timed as Pool['connect'];
}

/** Errors of a connection name the database, so that the log counts its lines as lines about one system. */
function nameDatabase(pool: Pool): void {
  const connect = pool.connect.bind(pool) as Connect;
  const naming: Connect = (taken) => {
    if (taken === undefined) {
      return connect().catch((error: unknown) => {
        throw fromPeer(error, databasePeer);
      });
    }
    return connect((error, ...result) => taken(fromPeer(error, databasePeer), ...result));
  };
  pool.connect = naming as Pool['connect'];
}

/** Both forms of `pg.Pool.connect`: with a callback, and as a promise. */
type Connect = (taken?: (...result: unknown[]) => void) => Promise<unknown>;
