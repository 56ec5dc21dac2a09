import type { Fault } from './fault.js';

/** kill -9 of the database server, which recovers from what it had written. */
export const cutPostgres: Fault = {
  name: 'cut-postgres',
  async inflict(cluster) {
    await cluster.cutPostgres();
    return [];
  },
};
