import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync, rmSync } from 'node:fs';
import { Client, DatabaseError } from 'pg';
import { installedBinaries, usableBinaries } from './binaries.js';
import { assertSameMajor, ensureCluster, mountTls } from './data-folder.js';
import type { ServerTls } from './data-folder.js';
import { freePorts, isFree } from '../host/free-ports.js';
import { releaseHostLock, takeHostLock } from '../host/host-lock.js';
import { readIdentity } from '../host/processes.js';
import type { Say } from '../host/processes.js';
import { startPostmaster } from './postmaster.js';
import type { Postmaster, PostmasterSettings } from './postmaster.js';
import { serverAccount } from './server-account.js';
import type { ServerAccount } from './server-account.js';
import { serverFolder } from './server-folder.js';
import type { ServerFolder } from './server-folder.js';
import { stopStrayServer } from './stray-server.js';

/** The data folder of an embedded server, its port and its durability. */
interface EmbeddedServerOptions {
  /** The folder of all files of the server; may be relative. */
  readonly dataDir: string;
  /** A fixed port. Default: a free port, chosen at the first start and kept. */
  readonly port?: number;
  /** PEM of a certificate and its key: the server then offers TLS, too. */
  readonly tls?: ServerTls;
  /** False trades durability and the check of its owner's password for speed: tests only. Default true. */
  readonly durable?: boolean;
  /** The folder of an installed PostgreSQL's programs. Default: the programs of our package. */
  readonly programs?: string;
  /** Further settings of the server, as in `postgresql.conf`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Additional environment variables of the server. */
  readonly env?: Readonly<Record<string, string>>;
  readonly log: Say;
  /** Called when the server ends although nobody stopped it. */
  readonly onEnd?: () => void;
}

/** A running server, reachable from this machine only. */
export interface EmbeddedServer {
  readonly port: number;
  /** The connection URL of a database; it carries the password, so it must not be logged. */
  readonly url: (database: string) => string;
  /** Creates a database unless it exists. Throws for a name that is not a plain lower-case identifier. */
  readonly ensureDatabase: (name: string) => Promise<void>;
  /** Gives a server with TLS another certificate for new connections. */
  readonly renewTls: (tls: ServerTls) => void;
  /** False when the server has ended, for whatever reason. */
  readonly isUp: () => boolean;
  readonly stop: () => Promise<void>;
  /** Kills the server at once. Its data can be started again. For tests of crash recovery. */
  readonly kill9: () => Promise<void>;
}

const startAttemptsMax = 3;

/**
 * Starts PostgreSQL on the data in `dataDir`. The data survives restarts and kill -9 of this process:
 * a server left behind is shut down first.
 *
 * @throws Error when a living process uses the folder, when a fixed port is taken, when the data is of
 *   another major version, when given programs are missing, and when the server does not start
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const { log, durable = true, tls, programs, settings = {}, env = {} } = options;
  const folder = serverFolder(options.dataDir);
  mkdirSync(folder.root, { recursive: true });
  takeHostLock(folder.lock);
  try {
    await stopStrayServer(folder, log);
    const account = serverAccount(folder.cluster);
    const binaries =
      programs === undefined ? usableBinaries(account, log) : installedBinaries(programs);
    const password = keptPassword(folder);
    await ensureCluster({ folder, binaries, account, password, durable, log });
    assertSameMajor(folder, binaries.major);
    if (tls !== undefined) mountTls(folder, account, tls);
    const start = (port: number): PostmasterSettings => ({
      folder,
      binaries,
      account,
      port,
      durable,
      tls: tls !== undefined,
      settings,
      env,
    });
    const { postmaster, port } = await startOnSomePort(start, options.port, log);
    log(`PostgreSQL listens on 127.0.0.1:${port} (pid ${postmaster.pid}), data in ${folder.root}`);
    return serverOf({ folder, account, postmaster, port, password, log, onEnd: options.onEnd });
  } catch (error) {
    releaseHostLock(folder.lock);
    throw error;
  }
}

async function startOnSomePort(
  settings: (port: number) => PostmasterSettings,
  fixed: number | undefined,
  log: Say,
): Promise<{ postmaster: Postmaster; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await choosePort(settings(0).folder, fixed, log);
    try {
      return { postmaster: await startPostmaster(settings(port)), port };
    } catch (error) {
      if (attempt === startAttemptsMax) throw error;
      // Another program may have taken the port, or the backends of a killed server still run.
      log(`PostgreSQL did not start (attempt ${attempt} of ${startAttemptsMax}); trying again`);
      await new Promise((done) => setTimeout(done, 500));
    }
  }
}

async function choosePort(
  folder: ServerFolder,
  fixed: number | undefined,
  log: Say,
): Promise<number> {
  if (fixed !== undefined) {
    if (!(await isFree(fixed))) throw new Error(`port ${fixed} is taken by another program`);
    return fixed;
  }
  const kept = existsSync(folder.port) ? Number.parseInt(readFileSync(folder.port, 'utf8'), 10) : 0;
  const port = kept !== 0 && (await isFree(kept)) ? kept : (await freePorts(1))[0]!;
  if (kept !== 0 && kept !== port) log(`port ${kept} is taken; using ${port} from now on`);
  if (kept !== port) writeFileSync(folder.port, `${port}\n`);
  return port;
}

function keptPassword(folder: ServerFolder): string {
  if (!existsSync(folder.password)) {
    if (existsSync(folder.cluster)) throw new Error(`${folder.password} is missing`);
    writeFileSync(folder.password, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 });
  }
  chmodSync(folder.password, 0o600);
  return readFileSync(folder.password, 'utf8').trim();
}

interface Running {
  readonly folder: ServerFolder;
  readonly account: ServerAccount | undefined;
  readonly postmaster: Postmaster;
  readonly port: number;
  readonly password: string;
  readonly log: Say;
  readonly onEnd: (() => void) | undefined;
}

function serverOf(running: Running): EmbeddedServer {
  const { folder, account, postmaster, port, password, log, onEnd } = running;
  let stopping: Promise<void> | undefined;
  let isUp = true;
  const url = (database: string): string =>
    `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  const stop = async (): Promise<void> => {
    await postmaster.stop();
    releaseHostLock(folder.lock);
    log('PostgreSQL has shut down');
  };
  const kill9 = async (): Promise<void> => {
    stopping = Promise.resolve();
    await postmaster.kill9();
    releaseHostLock(folder.lock);
  };
  void postmaster.ended.then(() => {
    isUp = false;
    if (stopping) return;
    log('PostgreSQL has ended unexpectedly');
    onEnd?.();
  });
  return {
    port,
    url,
    ensureDatabase: (name) => createDatabaseIfMissing(url('postgres'), name),
    renewTls: (tls) => {
      mountTls(folder, account, tls);
      process.kill(postmaster.pid, 'SIGHUP');
    },
    isUp: () => isUp,
    stop: () => (stopping ??= stop()),
    kill9,
  };
}

/**
 * Deletes a server whose host is dead, with its data. A server that still runs is shut down first.
 *
 * @throws Error when a living process hosts the server, and when the folder never had a host
 */
export async function removeEmbeddedServer(options: {
  readonly dataDir: string;
  readonly log: Say;
}): Promise<void> {
  const folder = serverFolder(options.dataDir);
  if (!readIdentity(folder.lock.file))
    throw new Error(`${folder.root} has no server that outlived its host`);
  takeHostLock(folder.lock);
  await stopStrayServer(folder, options.log);
  rmSync(folder.root, { recursive: true, force: true });
  options.log(`removed ${folder.root}`);
}

const duplicateDatabase = '42P04';
/** Two sessions creating the same database at once may meet in the catalog instead. */
const uniqueViolation = '23505';

/** Creates a database on the server of `serverUrl` unless it exists. Safe against a concurrent creator. */
async function createDatabaseIfMissing(serverUrl: string, name: string): Promise<void> {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(name)) throw new Error(`not a database name: ${name}`);
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${name}`);
  } catch (error) {
    const code = error instanceof DatabaseError ? error.code : undefined;
    if (code !== duplicateDatabase && code !== uniqueViolation) throw error;
  } finally {
    await client.end();
  }
}
