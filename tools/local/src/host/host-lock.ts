import { rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { identityOf, isRunning, readIdentity } from './processes.js';

/** The lock of a data folder: only one process at a time hosts the servers of a folder. */
export interface HostLock {
  /** The file in the folder that names the host. */
  readonly file: string;
  /** What the host runs, for the error message: `its Kafka brokers`. */
  readonly servers: string;
}

/** More attempts are needed only when many processes race for the lock of a dead host. */
const attemptsMax = 5;

/**
 * Makes this process the host of a folder. Replaces the lock of a dead host.
 *
 * @throws Error when a living process hosts the folder
 */
export function takeHostLock({ file, servers }: HostLock): void {
  const me = JSON.stringify(identityOf(process.pid));
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    try {
      writeFileSync(file, me, { flag: 'wx' });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = readIdentity(file);
    if (holder && isRunning(holder)) {
      throw new Error(`${dirname(file)} is in use: process ${holder.pid} runs ${servers}`);
    }
    rmSync(file, { force: true });
  }
  throw new Error(`${dirname(file)} is in use: another process starts ${servers}`);
}

/** Releases the folder for the next host. */
export function releaseHostLock({ file }: HostLock): void {
  rmSync(file, { force: true });
}
