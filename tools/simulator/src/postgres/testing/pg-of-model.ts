import { DatabaseError } from 'pg-protocol';
import { language } from '../language/language.js';
import { modelDriver } from '../driver/model-driver.js';
import { Cluster } from '../storage/cluster.js';

/** The model in the place of the module `pg`, for specs that were written for a server. */

const started = { wall: BigInt(Date.now()) * 1000n, monotonic: process.hrtime.bigint() };

/** The cluster of this test file, with the clock of this computer. */
export const cluster = new Cluster({
  language,
  clock: () => started.wall + (process.hrtime.bigint() - started.monotonic) / 1000n,
});

/** A statement and its answer take turns of the event loop, as over a socket. */
const oneTurn = () => new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined)));

const driver = modelDriver(cluster, { before: oneTurn });

export const { Client, Pool } = driver;
export { DatabaseError };
export default { Client, Pool, DatabaseError };
