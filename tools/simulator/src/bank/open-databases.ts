import type { Service } from '@nordgate/chaos/evidence';
import { openDatabase } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import type { BankDatabases } from './database-server.js';
import { services } from './service-names.js';
import { definitions } from './simulated-bank.js';

/** The databases of all services, for what stands outside of the processes. */
export type OpenDatabases = { readonly [Name in Service]: Database };

/** Opens the databases of a bank that has migrated them. */
export async function openOutside(of: BankDatabases): Promise<OpenDatabases> {
  const open = (service: Service) =>
    openDatabase({
      url: of.url(service),
      applicationName: 'nordgate-simulator',
      migrations: definitions[service].migrations,
      migrationWait: { onWaiting: () => undefined },
      poolMax: 2,
    });
  const [payments, baskets, sca, accounts, batch] = await Promise.all(services.map(open));
  return { payments, baskets, sca, accounts, batch } as OpenDatabases;
}
