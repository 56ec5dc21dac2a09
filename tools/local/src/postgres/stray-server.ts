import { existsSync, readFileSync, realpathSync, renameSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execFileSync } from 'node:child_process';
import { identityOf, isRunning, workingDirectoryOf } from './process-identity.js';
import type { Log, ServerFolder } from './server-folder.js';

const shutdownWaitMs = 30_000;
const pollMs = 50;

/**
 * Stops a server that outlived its host (a host killed with SIGKILL cannot stop it). Only a process
 * that demonstrably serves this very folder is signalled, by its pid. Throws when it does not end.
 */
export async function stopStrayServer(folder: ServerFolder, log: Log): Promise<void> {
  const pid = postmasterPid(folder);
  const stray = pid === undefined ? undefined : identityOf(pid);
  if (pid === undefined || !stray) return;
  if (!serves(pid, folder)) return setAside(folder, pid, log);
  log(`PostgreSQL (pid ${pid}) outlived its host; asking it to shut down`);
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + shutdownWaitMs;
  while (isRunning(stray)) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (pid ${pid}) does not shut down`);
    await sleep(pollMs);
  }
  log(`PostgreSQL (pid ${pid}) has shut down`);
}

function postmasterPid({ cluster }: ServerFolder): number | undefined {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const pid = Number.parseInt(readFileSync(file, 'utf8').split('\n')[0] ?? '', 10);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

/** A server's working directory is its data folder; where that is not visible its arguments name it. */
function serves(pid: number, { cluster }: ServerFolder): boolean {
  if (platform() === 'linux') return workingDirectoryOf(pid) === realpathSync(cluster);
  try {
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes('postgres') && command.includes(cluster);
  } catch {
    return false;
  }
}

/**
 * After a restart of the machine the number in the lock file may belong to an unrelated process, and
 * PostgreSQL would refuse to start for it. Renamed, never deleted, and only where we can see that
 * the process serves something else.
 */
function setAside({ cluster }: ServerFolder, pid: number, log: Log): void {
  const directory = workingDirectoryOf(pid);
  if (directory === undefined) return;
  log(`process ${pid} of the lock file is not this server; setting the stale lock file aside`);
  renameSync(join(cluster, 'postmaster.pid'), join(cluster, 'postmaster.pid.stale'));
}
