import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import type { AppName, Cluster } from '@nordgate/local/cluster';
import type { Chance } from './chance.js';
import type { Fault } from './fault.js';

const databases = ['payments', 'baskets', 'sca', 'accounts', 'batch'] as const satisfies AppName[];
const troubledMs = { min: 2000, max: 4000 };
/** Longer than `statement_timeout` of the apps and a session of their consumer groups. */
const hungMs = 12_000;
/** Of about the last twenty payments. */
const hungEvents = 100;
/** PostgreSQL: too many connections. */
const noneLeft = '53300';

/** Runs work with a connection of the superuser to the database of an app. */
async function withDatabase<T>(
  cluster: Cluster,
  app: AppName,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: cluster.databaseUrl(app) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const others = `pid <> pg_backend_pid() and backend_type = 'client backend'`;

/** Ends all connections of the apps, several times within moments, as a failing network does. */
const loseConnections: Fault = {
  name: 'lose-connections',
  lastsSeconds: 2,
  async inflict(cluster, chance) {
    for (let round = 0; round < 5; round += 1) {
      await withDatabase(cluster, 'payments', (client) =>
        client.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${others}`),
      );
      await sleep(chance.between(100, 600));
    }
    return [];
  },
};

/** Ends the sessions that lead: sweeps, runs and relays go on in other sessions. */
const endLeaders: Fault = {
  name: 'end-leaders',
  lastsSeconds: 1,
  async inflict(cluster) {
    for (const app of databases) {
      await withDatabase(cluster, app, (client) =>
        client.query(
          `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()`,
        ),
      );
    }
    return [];
  },
};

/** Nobody reads or writes the events of a service for some seconds, as during a careless change of the table. */
const lockEvents: Fault = {
  name: 'lock-events',
  lastsSeconds: 4,
  async inflict(cluster, chance) {
    await withDatabase(cluster, chance.pick(databases), async (client) => {
      await client.query('begin');
      await client.query('lock table es.event in access exclusive mode');
      await sleep(chance.between(troubledMs.min, troubledMs.max));
      await client.query('rollback');
    });
    return [];
  },
};

/** Handlers of the newest streams of a service hang for longer than a statement may last: their rows are locked. */
const hangHandlers: Fault = {
  name: 'hang-handlers',
  lastsSeconds: 13,
  async inflict(cluster, chance) {
    await withDatabase(cluster, chance.pick(databases), async (client) => {
      await client.query('begin');
      await client.query(
        `select from es.stream where stream_id in
           (select stream_id from es.event order by position desc limit ${String(hungEvents)}) for update`,
      );
      await sleep(hungMs);
      await client.query('rollback');
    });
    return [];
  },
};

/** Each commit waits for a tenth of a second, as on a disk that is slow to sync. */
const slowCommits: Fault = {
  name: 'slow-commits',
  lastsSeconds: 7,
  async inflict(cluster, chance) {
    await withDatabase(cluster, 'payments', async (client) => {
      await client.query('alter system set commit_delay = 100000');
      await client.query('alter system set commit_siblings = 0');
      await client.query('select pg_reload_conf()');
      await sleep(2 * chance.between(troubledMs.min, troubledMs.max));
      await client.query('alter system reset commit_delay');
      await client.query('alter system reset commit_siblings');
      await client.query('select pg_reload_conf()');
    });
    return [];
  },
};

/** Takes every free connection of the server for some seconds. */
const useUpConnections: Fault = {
  name: 'use-up-connections',
  lastsSeconds: 10,
  async inflict(cluster, chance) {
    const taken: Client[] = [];
    try {
      for (;;) {
        const client = new Client({ connectionString: cluster.databaseUrl('payments') });
        await client.connect();
        client.on('error', () => undefined);
        taken.push(client);
      }
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== noneLeft) throw error;
    }
    await sleep(chance.between(troubledMs.min, troubledMs.max));
    await Promise.all(taken.map((client) => client.end()));
    return [];
  },
};

/** A database answers reads only for some seconds, as a standby does after a failover that the apps have not noticed. */
const onlyRead: Fault = {
  name: 'only-read',
  lastsSeconds: 4,
  async inflict(cluster, chance) {
    const app = chance.pick(databases);
    await setReadOnly(cluster, app, 'on');
    await sleep(chance.between(troubledMs.min, troubledMs.max));
    await setReadOnly(cluster, app, 'off');
    return [];
  },
};

async function setReadOnly(cluster: Cluster, app: AppName, value: 'on' | 'off'): Promise<void> {
  await withDatabase(cluster, app, async (client) => {
    await client.query('set default_transaction_read_only = off');
    await client.query(
      `alter database nordgate_${app} set default_transaction_read_only = ${value}`,
    );
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where ${others} and datname = current_database()`,
    );
  });
}

/** A database takes no connection for some seconds, and those that it has end. */
const refuseConnections: Fault = {
  name: 'refuse-connections',
  lastsSeconds: 4,
  async inflict(cluster: Cluster, chance: Chance) {
    const app = chance.pick(databases);
    const other = chance.pick(databases.filter((one) => one !== app));
    const allow = (is: boolean) =>
      withDatabase(cluster, other, async (client) => {
        await client.query(`alter database nordgate_${app} allow_connections ${String(is)}`);
        await client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'nordgate_${app}'`,
        );
      });
    await allow(false);
    await sleep(chance.between(troubledMs.min, troubledMs.max));
    await allow(true);
    return [];
  },
};

/** What happens to a PostgreSQL that goes on running. */
export const databaseFaults: readonly Fault[] = [
  loseConnections,
  endLeaders,
  lockEvents,
  hangHandlers,
  slowCommits,
  useUpConnections,
  onlyRead,
  refuseConnections,
];
