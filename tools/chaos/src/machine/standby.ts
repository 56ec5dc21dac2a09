import { readFileSync } from 'node:fs';
import { copyFile, cp, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '@nordgate/local/cluster';
import { startEmbeddedServer } from '@nordgate/local/postgres';
import type { EmbeddedServer } from '@nordgate/local/postgres';
import { Client } from 'pg';
import { giveTo } from '../restore/backups.js';

/** What is of one server and one start only, and what the standby gets from the primary. */
const leftOut = new Set(['postmaster.pid', 'postmaster.opts', 'pg_wal', 'pg_replslot']);
const quietly = () => undefined;
const lookMs = 100;
const looksMax = 300;

/** A server that streams from the database server of a cluster, and can take its place. */
export class Standby {
  private constructor(
    private readonly cluster: Cluster,
    private readonly folder: string,
    private server: EmbeddedServer,
  ) {}

  /** Copies the running server of a cluster, and starts a standby that streams from it. */
  static async of(cluster: Cluster): Promise<Standby> {
    const folder = join(cluster.options.dataDir, 'standby');
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o755 });
    await copyPrimary(cluster, folder);
    const { hostname: host, port, username: user, password } = new URL(cluster.databaseUrl('sca'));
    const conninfo = { host, port, user, password, application_name: 'standby' };
    const primary_conninfo = Object.entries(conninfo)
      .map(([name, value]) => `${name}=${value}`)
      .join(' ');
    const settings = { primary_conninfo };
    const server = await startEmbeddedServer({ dataDir: folder, settings, log: quietly });
    const standby = new Standby(cluster, folder, server);
    await standby.#untilStreaming();
    return standby;
  }

  /** From now on, a commit waits until the standby has it. */
  async becomeSynchronous(): Promise<void> {
    await onPrimary(this.cluster, async (client) => {
      await client.query(`alter system set synchronous_standby_names = 'standby'`);
      await client.query('select pg_reload_conf()');
    });
  }

  /** The standby hears no more of the primary: what is committed from now on is lost when it takes over. */
  async loseTouch(): Promise<void> {
    await this.server.kill9();
    this.server = await startEmbeddedServer({ dataDir: this.folder, log: quietly });
  }

  /** Kills the primary, and makes the standby the server of the cluster at its address, as a failover does. */
  async takeOver(): Promise<void> {
    const primary = join(this.cluster.options.dataDir, 'postgres');
    process.kill(pidOf(primary), 'SIGKILL');
    await this.#query('select pg_promote(true, 60)');
    await this.server.stop();
    await rename(join(primary, 'cluster'), join(primary, 'lost'));
    await rename(join(this.folder, 'cluster'), join(primary, 'cluster'));
    await rm(join(primary, 'lost'), { recursive: true });
    await this.cluster.cutPostgres();
  }

  async #untilStreaming(): Promise<void> {
    for (let look = 0; look < looksMax; look += 1) {
      const streams = await onPrimary(this.cluster, (client) =>
        client.query(`select from pg_stat_replication where state = 'streaming'`),
      );
      if (streams.rowCount === 1) return;
      await sleep(lookMs);
    }
    throw new Error('the standby does not stream from the primary');
  }

  async #query(sql: string): Promise<void> {
    const client = new Client({ connectionString: this.server.url('postgres') });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  }
}

const pidOf = (folder: string) =>
  Number(readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** A base backup by the functions of the server: pg_basebackup is not among the embedded programs. */
async function copyPrimary(cluster: Cluster, folder: string): Promise<void> {
  const primary = join(cluster.options.dataDir, 'postgres');
  const [from, to] = [join(primary, 'cluster'), join(folder, 'cluster')];
  const owner = await stat(from);
  await mkdir(to, { mode: 0o700 });
  await onPrimary(cluster, async (client) => {
    await client.query(`alter system set wal_keep_size = '1GB'`);
    await client.query('select pg_reload_conf()');
    await client.query(`select pg_backup_start('standby', true)`);
    for (const name of await readdir(from)) {
      if (leftOut.has(name)) continue;
      await copyTree(join(from, name), join(to, name));
    }
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(false)',
    );
    await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '');
  });
  for (const name of ['pg_wal', 'pg_replslot']) await mkdir(join(to, name), { mode: 0o700 });
  await writeFile(join(to, 'standby.signal'), '');
  await copyFile(join(primary, 'password'), join(folder, 'password'));
  await giveTo(owner, to);
}

const againMax = 5;

/** Copies a file or folder of a running server. Files may end meanwhile: the log that is streamed afterwards says so. */
async function copyTree(from: string, to: string): Promise<void> {
  for (let again = 0; ; again += 1) {
    try {
      return await cp(from, to, { recursive: true, force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || again === againMax) throw error;
    }
  }
}

async function onPrimary<T>(cluster: Cluster, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: cluster.databaseUrl('sca') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
