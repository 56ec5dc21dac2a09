import { rmSync, writeFileSync } from 'node:fs';
import type { KafkaFolder } from './kafka-folder.js';
import { identityOf, isRunning, readIdentity } from './process-identity.js';

/** Attempts to take a lock whose holder is dead; more only when many processes race for it. */
const attemptsMax = 5;

/**
 * Makes this process the host of the folder's brokers. A dead host's claim is taken over.
 * Throws when a living process hosts them.
 */
export function takeHostLock(folder: KafkaFolder): void {
  const me = JSON.stringify(identityOf(process.pid));
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    try {
      writeFileSync(folder.host, me, { flag: 'wx' });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = readIdentity(folder.host);
    if (holder && isRunning(holder)) {
      throw new Error(`${folder.root} is in use: process ${holder.pid} runs its Kafka brokers`);
    }
    rmSync(folder.host, { force: true });
  }
  throw new Error(`${folder.root} is in use: another process starts its Kafka brokers`);
}

/** Gives the folder free. */
export function releaseHostLock(folder: KafkaFolder): void {
  rmSync(folder.host, { force: true });
}
