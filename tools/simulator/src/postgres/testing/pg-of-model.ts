import { DatabaseError } from 'pg-protocol';
import { language } from '../language/language.js';
import { modelDriver } from '../driver/model-driver.js';
import { Cluster } from '../storage/cluster.js';

/** A statement and its answer take turns of the event loop, as over a socket. */
const oneTurn = () => new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined)));

/**
 * What stands in for the module `pg` in specs that were written for a server: a new model, with the clock of this computer
 * (`tools/jest/test-environment.mjs`).
 */
export function standIn() {
  const started = { wall: BigInt(Date.now()) * 1000n, monotonic: process.hrtime.bigint() };
  const cluster = new Cluster({
    language,
    clock: () => started.wall + (process.hrtime.bigint() - started.monotonic) / 1000n,
  });
  const { Client, Pool } = modelDriver(cluster, { before: oneTurn });
  return { Client, Pool, DatabaseError, default: { Client, Pool, DatabaseError } };
}
