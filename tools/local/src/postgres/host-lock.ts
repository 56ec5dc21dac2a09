import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { identityOf, isRunning, type ProcessIdentity } from './process-identity.js';
import type { ServerFolder } from './server-folder.js';

/** Attempts to take a lock whose holder is dead; more only when many processes race for it. */
const attemptsMax = 5;

/**
 * Makes this process the host of the folder's server. A dead host's claim is taken over.
 * Throws when a living process hosts it.
 */
export function takeHostLock(folder: ServerFolder): void {
  const me = identityOf(process.pid);
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    try {
      writeFileSync(folder.host, JSON.stringify(me), { flag: 'wx' });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = holderOf(folder);
    if (holder && isRunning(holder)) {
      throw new Error(`${folder.root} is in use: process ${holder.pid} runs its PostgreSQL server`);
    }
    rmSync(folder.host, { force: true });
  }
  throw new Error(`${folder.root} is in use: another process starts its PostgreSQL server`);
}

/** Gives the folder free. */
export function releaseHostLock(folder: ServerFolder): void {
  rmSync(folder.host, { force: true });
}

/** Who hosts, or hosted, the folder's server; undefined when nobody or unreadable. */
export function holderOf(folder: ServerFolder): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(folder.host, 'utf8')) as ProcessIdentity;
  } catch {
    return undefined;
  }
}
