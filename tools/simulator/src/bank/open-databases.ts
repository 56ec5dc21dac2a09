import type { Service } from '@nordgate/chaos/evidence';
import pg from 'pg';
import type { Pool } from 'pg';
import type { BankDatabases } from './database-server.js';
import { services } from './service-names.js';

interface OpenDatabase {
  readonly pool: Pool;
  readonly close: () => Promise<void>;
}

/** The databases of all services, for what stands outside of the processes. */
export type OpenDatabases = { readonly [Name in Service]: OpenDatabase };

/** Connects to the databases of a bank that has migrated them. They are only read, which needs nothing else of an open database. */
export function openOutside(of: BankDatabases): OpenDatabases {
  const opened = services.map((service): [Service, OpenDatabase] => {
    // The pool of `pg` at present: its driver may have been replaced.
    const pool = new pg.Pool({
      connectionString: of.url(service),
      application_name: 'nordgate-simulator',
      max: 2,
    });
    return [service, { pool, close: () => pool.end() }];
  });
  return Object.fromEntries(opened) as OpenDatabases;
}

/** Closes what was opened. */
export async function closeAll(databases: OpenDatabases): Promise<void> {
  await Promise.all(services.map((name) => databases[name].close()));
}
