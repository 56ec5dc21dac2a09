import pg from 'pg';
import type { Cluster } from '../storage/cluster.js';
import { ModelClient } from './client.js';
import type { ModelClientConfig } from './client.js';
import type { Faults } from './faults.js';

/** The parts of the module `pg` that TypeORM and the event store use. */
export type PostgresDriver = Pick<typeof pg, 'Client' | 'Pool' | 'types' | 'defaults'>;

/**
 * A driver with the shape of the module `pg`, over the model in place of a server.
 *
 * @param faults delays and breaks statements
 */
export function modelDriver(cluster: Cluster, faults: Faults = {}): PostgresDriver {
  class Client extends ModelClient {
    constructor(config?: string | ModelClientConfig) {
      super(cluster, faults, config);
    }
  }
  const ClientClass = Client as unknown as typeof pg.Client;
  class Pool extends pg.Pool {
    constructor(config: pg.PoolConfig = {}) {
      super({ ...config, Client: config.Client ?? ClientClass } as pg.PoolConfig);
    }
  }
  const { types, defaults } = pg;
  return { Client: ClientClass, Pool, types, defaults };
}
