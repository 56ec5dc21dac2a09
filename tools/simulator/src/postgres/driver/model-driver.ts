import type pg from 'pg';
import type { Client as NodeClient, PoolConfig } from 'pg';
import NodePostgresPool from 'pg-pool';
import type { Cluster } from '../storage/cluster.js';
import { ModelClient } from './client.js';
import type { ModelClientConfig } from './client.js';
import type { Faults } from './faults.js';

/** The parts of the module `pg` that open connections. */
export type PostgresDriver = Pick<typeof pg, 'Client' | 'Pool'>;

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
  const ClientClass = Client as unknown as typeof NodeClient;
  class Pool extends NodePostgresPool {
    constructor(config: PoolConfig = {}) {
      super({ ...config, Client: config.Client ?? ClientClass });
    }
  }
  return { Client: ClientClass, Pool };
}
