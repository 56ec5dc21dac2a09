import pg, { Client } from 'pg';
import type { ClientConfig, Pool } from 'pg';
import type { DataSource, EntitySchema } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type { EventArchive } from '../archive/event-archive.js';
import { clientTo } from './client-to.js';
import { endingPool } from './ending-pool.js';
import { LeaderSession } from './leader-session.js';
import type { Leaders } from './leader-session.js';
import { probeAppends } from './append-probe.js';
import { AppendSignal } from './append-signal.js';
import { eventStoreMigrations } from './migrations.js';
import { awaitMigrations, lacksAny, migrate } from './migrate.js';
import type { MigrationClass, MigrationWait } from './migrate.js';
import { refuseFutureTransactions } from './restore.js';

/** How to reach and shape a service's database. */
export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database`; a function is called for each new connection. */
  readonly url: string | (() => string);
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  /** The service's own migrations; the event store's run first. */
  readonly migrations: readonly MigrationClass[];
  /** Waits for migrations that another process runs. Without it this process runs them. */
  readonly migrationWait?: MigrationWait | undefined;
  readonly entities?: readonly ((new () => object) | EntitySchema)[];
  /** Most connections of the pool. Default 10. */
  readonly poolMax?: number;
  /** Where the events of archived streams are. */
  readonly archive?: EventArchive;
  /** Nobody else appends to this database, so the appends of others need no quick look. Default false. */
  readonly isAlone?: boolean;
}

/** The open database of a service. */
export interface Database {
  readonly dataSource: DataSource;
  /** The pool below the data source, for prepared SQL on hot paths. */
  readonly pool: Pool;
  /** The locks of what one replica does for all, held by one connection beside the pool. */
  readonly leaders: Leaders;
  /** The wake-up signal of readers in this process, for the appends of every process. */
  readonly appended: AppendSignal;
  /** Where the events of archived streams are; absent where the process has no archive. */
  readonly archive?: EventArchive | undefined;
  /** Nobody else writes to the database: what this process writes wakes all that wait for it. */
  readonly isAlone: boolean;
  /** Rejects when the database does not answer. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Limits of each session in milliseconds: a stuck session must not hold locks that others need. */
const timeouts = {
  statement_timeout: 5_000,
  lock_timeout: 1_000,
  idle_in_transaction_session_timeout: 5_000,
};

/** The server ends a statement sooner, so only a connection that is lost without a word is silent for so long. */
const patience = { answerMs: 8_000, connectMs: 5_000 };

/** No other process waits to lead. */
const aloneHeartbeatMs = 6_000;

/**
 * How long an unused connection stays, in milliseconds: longer than the pause of gauges and checks, because a new one
 * costs both sides about as much processor time as a hundred statements.
 */
const idleTimeoutMillis = 40_000;

/**
 * Opens a database once it is migrated. Several processes may open the same database at once.
 *
 * @throws errors of the driver when the database cannot be reached or a migration fails, and an Error
 *   when the data was restored into a younger cluster (see `rebaseTransactions`)
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { applicationName, isAlone = false } = options;
  const { migrationWait: wait } = options;
  const migrations = [...eventStoreMigrations, ...options.migrations];
  if (wait !== undefined) await awaitMigrations(urlOf(options), migrations, wait);
  const { dataSource, pool, newClient } = await openPool(options);
  try {
    // Most processes find a migrated database, and need no connection beside the pool for that.
    if (wait === undefined && (await lacksAny(pool, migrations))) {
      await migrate(urlOf(options), migrations);
    }
    await refuseFutureTransactions(pool);
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
  const leaderClient = { application_name: `${applicationName} leader`, ...timeouts };
  const makeLeader = () => newClient({ ...leaderClient, keepAlive: true });
  const leaders = new LeaderSession(makeLeader, isAlone ? aloneHeartbeatMs : undefined);
  const appended = new AppendSignal();
  const endProbe = probeAppends(pool, appended, options);
  return {
    dataSource,
    pool,
    leaders,
    appended,
    archive: options.archive,
    isAlone,
    ping: async () => void (await pool.query('select 1')),
    close: async () => {
      await endProbe();
      // Both at once: what still runs gets no new connection from either.
      await Promise.all([leaders.end(), dataSource.destroy()]);
    },
  };
}

/** The data source, the pool below it, and what makes a connection beside both. */
async function openPool(options: DatabaseOptions) {
  const { applicationName, entities = [], poolMax = 10 } = options;
  const Connection = clientTo(() => urlOf(options), patience);
  // Loaded here, because commands that open no database import this package, too.
  const { DataSource: TypeOrm } = await import('typeorm');
  const dataSource = new TypeOrm({
    type: 'postgres',
    // Not the module that TypeORM would load by itself: a process has one.
    driver: { ...pg, Pool: endingPool },
    url: urlOf(options),
    applicationName,
    entities: [...entities],
    poolSize: poolMax,
    extra: { Client: Connection, ...timeouts, keepAlive: true, idleTimeoutMillis },
  });
  await dataSource.initialize();
  const pool = (dataSource.driver as PostgresDriver).master as Pool;
  return { dataSource, pool, newClient: (config: ClientConfig) => new Connection(config) };
}

const urlOf = ({ url }: DatabaseOptions): string => (typeof url === 'string' ? url : url());

/** Rejects when no connection to the database can be made now. */
export async function pingDatabase(url: string): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: pingLimitMs,
    query_timeout: pingLimitMs,
  });
  // A connection that breaks later rejects the query, too.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Below the limit of a health check. */
const pingLimitMs = 1500;
