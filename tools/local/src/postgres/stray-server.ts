import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, renameSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { endStray, identityOf, workingDirectoryOf } from '../host/processes.js';
import type { EndingStep, Say } from '../host/processes.js';
import type { ServerFolder } from './server-folder.js';

/** Never SIGKILL: a fast shutdown loses nothing, and recovery would delay the next start. */
const steps: readonly EndingStep[] = [{ signal: 'SIGINT', waitMs: 30_000 }];

/**
 * Stops a server that outlived its host, as a host killed with SIGKILL cannot stop it. Only a process
 * that demonstrably serves this very folder is signalled.
 *
 * @throws Error when the server does not end
 */
export async function stopStrayServer(folder: ServerFolder, say: Say): Promise<void> {
  const pid = postmasterPid(folder);
  const stray = pid === undefined ? undefined : identityOf(pid);
  if (!stray) return;
  if (!serves(stray.pid, folder)) return setAside(folder, stray.pid, say);
  await endStray('PostgreSQL', stray, steps, say);
}

function postmasterPid({ cluster }: ServerFolder): number | undefined {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const pid = Number.parseInt(readFileSync(file, 'utf8').split('\n')[0] ?? '', 10);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

/** A server's working directory is its data folder. Where that is not visible, its arguments name it. */
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
 * PostgreSQL would then refuse to start. The lock file is renamed, never deleted, and only when the
 * other process visibly serves something else.
 */
function setAside({ cluster }: ServerFolder, pid: number, say: Say): void {
  if (workingDirectoryOf(pid) === undefined) return;
  say(`process ${pid} of the lock file is not this server; setting the stale lock file aside`);
  renameSync(join(cluster, 'postmaster.pid'), join(cluster, 'postmaster.pid.stale'));
}
