import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { usableBinaries } from './binaries.js';
import { assertSameMajor, ensureCluster } from './cluster.js';
import { createDatabaseIfMissing } from './create-database.js';
import { freePort, isFree } from './free-port.js';
import { releaseHostLock, takeHostLock } from './host-lock.js';
import { startPostmaster } from './postmaster.js';
import type { Postmaster, PostmasterSettings } from './postmaster.js';
import { serverAccount } from './server-account.js';
import { serverFolder } from './server-folder.js';
import type { Log, ServerFolder } from './server-folder.js';
import { stopStrayServer } from './stray-server.js';

export { removeEmbeddedServer } from './remove-server.js';

/** Where an embedded server lives and how careful it is. */
export interface EmbeddedServerOptions {
  /** The folder of everything the server keeps; may be relative. */
  readonly dataDir: string;
  /** A fixed port; otherwise a free one is chosen once and kept. */
  readonly port?: number;
  /** False trades durability for speed (fsync off): tests only. Default true. */
  readonly durable?: boolean;
  readonly log: (line: string) => void;
}

/** A running server, reachable from this machine only. */
export interface EmbeddedServer {
  readonly port: number;
  /** The connection URL of a database; it carries the password, so it must not be logged. */
  readonly url: (database: string) => string;
  /** Creates a database unless it exists. Throws for a name that is not a plain lower-case identifier. */
  readonly ensureDatabase: (name: string) => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Kills the server on the spot; its data can be started again. Tests of what outlives that. */
  readonly kill9: () => Promise<void>;
}

const major = '18';
const startAttemptsMax = 3;

/**
 * Starts PostgreSQL on the data in `dataDir`, which survives restarts and kill -9 of this process: a
 * server left behind is shut down first. Throws when a living process uses the folder, when a fixed
 * port is taken, and when the server does not start.
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const { log, durable = true } = options;
  const folder = serverFolder(options.dataDir);
  mkdirSync(folder.root, { recursive: true });
  takeHostLock(folder);
  try {
    await stopStrayServer(folder, log);
    const account = serverAccount(folder.cluster);
    const binaries = usableBinaries(account, log);
    const password = keptPassword(folder);
    await ensureCluster({ folder, binaries, account, password, durable, log });
    assertSameMajor(folder, major);
    const start = (port: number): PostmasterSettings => ({
      folder,
      binaries,
      account,
      port,
      durable,
    });
    const { postmaster, port } = await startOnSomePort(start, options.port, log);
    log(`PostgreSQL listens on 127.0.0.1:${port} (pid ${postmaster.pid}), data in ${folder.root}`);
    return serverOf({ folder, postmaster, port, password, log });
  } catch (error) {
    releaseHostLock(folder);
    throw error;
  }
}

async function startOnSomePort(
  settings: (port: number) => PostmasterSettings,
  fixed: number | undefined,
  log: Log,
): Promise<{ postmaster: Postmaster; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await choosePort(settings(0).folder, fixed, log);
    try {
      return { postmaster: await startPostmaster(settings(port)), port };
    } catch (error) {
      if (attempt === startAttemptsMax) throw error;
      // Another program may have taken the port meanwhile, or backends of a killed server still end.
      log(`PostgreSQL did not start (attempt ${attempt} of ${startAttemptsMax}); trying again`);
      await new Promise((done) => setTimeout(done, 500));
    }
  }
}

async function choosePort(
  folder: ServerFolder,
  fixed: number | undefined,
  log: Log,
): Promise<number> {
  if (fixed !== undefined) {
    if (!(await isFree(fixed))) throw new Error(`port ${fixed} is taken by another program`);
    return fixed;
  }
  const kept = existsSync(folder.port) ? Number.parseInt(readFileSync(folder.port, 'utf8'), 10) : 0;
  const port = await freePort(kept);
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
  readonly postmaster: Postmaster;
  readonly port: number;
  readonly password: string;
  readonly log: Log;
}

function serverOf({ folder, postmaster, port, password, log }: Running): EmbeddedServer {
  let stopping: Promise<void> | undefined;
  const url = (database: string): string =>
    `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  const stop = async (): Promise<void> => {
    await postmaster.stop();
    releaseHostLock(folder);
    log('PostgreSQL has shut down');
  };
  const kill9 = async (): Promise<void> => {
    stopping = Promise.resolve();
    await postmaster.kill9();
    releaseHostLock(folder);
  };
  void postmaster.ended.then(() => {
    if (!stopping) log('PostgreSQL has ended, though nobody here stopped it');
  });
  return {
    port,
    url,
    ensureDatabase: (name) => createDatabaseIfMissing(url('postgres'), name),
    stop: () => (stopping ??= stop()),
    kill9,
  };
}
