import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.js';
import { dataFolderHandle } from './server-account.js';
import { guardExit, unguardExit } from './exit-guard.js';
import type { ServerAccount } from './server-account.js';
import type { ServerFolder } from './server-folder.js';

/** The settings of one server process. */
export interface PostmasterSettings {
  readonly folder: ServerFolder;
  readonly binaries: Binaries;
  readonly account: ServerAccount | undefined;
  readonly port: number;
  readonly durable: boolean;
  /** Whether the data folder has a certificate. */
  readonly tls: boolean;
  /** Further settings. */
  readonly settings: Readonly<Record<string, string>>;
  /** Additional environment variables. */
  readonly env: Readonly<Record<string, string>>;
}

/** A running server process. */
export interface Postmaster {
  readonly pid: number;
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Fast shutdown: open transactions are rolled back; immediate when that takes too long. */
  readonly stop: () => Promise<void>;
  /** Ends the process at once, as a power cut does. */
  readonly kill9: () => Promise<void>;
}

const readyWaitMs = 60_000;
const pollMs = 20;
const fastShutdownMs = 15_000;
const logBytesMax = 5 * 1024 * 1024;

/**
 * Starts the server and waits until it accepts connections. The server has its own session, so Ctrl-C
 * reaches only the host, which ends its work and then the server.
 *
 * @throws Error with the end of the server's log when the server does not start
 */
export async function startPostmaster(settings: PostmasterSettings): Promise<Postmaster> {
  const child = spawnPostgres(settings);
  let over = false;
  const ended = new Promise<void>((done) => {
    const end = (): void => {
      over = true;
      done();
    };
    child.once('exit', end).once('error', end);
  });
  const kill9 = () => {
    child.kill('SIGKILL');
    return ended;
  };
  const postmaster = { pid: child.pid ?? 0, ended, stop: () => stopChild(child, ended), kill9 };
  guardExit(postmaster);
  void ended.then(() => unguardExit(postmaster));
  const deadline = Date.now() + readyWaitMs;
  while (!isReady(settings.folder, child.pid)) {
    if (over) throw new Error(`PostgreSQL did not start: ${lastLines(settings.folder)}`);
    if (Date.now() > deadline) {
      child.kill('SIGQUIT');
      throw new Error(`PostgreSQL is not ready after ${readyWaitMs} ms`);
    }
    await sleep(pollMs);
  }
  child.unref();
  return postmaster;
}

function spawnPostgres(settings: PostmasterSettings): ChildProcess {
  const { folder, binaries, account, env } = settings;
  const handle = dataFolderHandle(folder.cluster, account);
  const log = openLog(folder.log);
  try {
    return spawn(binaries.postgres, ['-D', handle.path, ...flags(settings)], {
      ...account,
      env: { ...process.env, ...env },
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log, ...handle.stdio],
    });
  } finally {
    closeSync(log);
    handle.close();
  }
}

function flags({ port, durable, tls, settings: more }: PostmasterSettings): string[] {
  const onOff = durable ? 'on' : 'off';
  const settings: Record<string, string | number> = {
    port,
    ssl: tls ? 'on' : 'off',
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 300,
    // In each round a process per database begins and ends: half of the processor time of an idle bank in one process.
    autovacuum_naptime: '3min',
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
    // Statements carry personal data, so the log never repeats one.
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    fsync: onOff,
    full_page_writes: onOff,
    synchronous_commit: onOff,
    ...more,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** The server writes its state into the eighth line of its lock file. */
function isReady({ cluster }: ServerFolder, pid: number | undefined): boolean {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return lines[0]?.trim() === String(pid) && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

async function stopChild(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGQUIT'), fastShutdownMs);
  await ended;
  clearTimeout(timer);
}

function openLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > logBytesMax) renameSync(path, `${path}.old`);
  return openSync(path, 'a', 0o600);
}

function lastLines({ log }: ServerFolder): string {
  return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-5).join(' | ');
}
