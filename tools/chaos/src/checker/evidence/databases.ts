import { accountsApp } from '@nordgate/accounts/accounts.module';
import { basketsApp } from '@nordgate/baskets/baskets.module';
import { openDatabase } from '@nordgate/event-store';
import type { AnyStreamType } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import { paymentsApp } from '@nordgate/payments/payments.module';
import { scaApp } from '@nordgate/sca/sca.module';
import type { Cluster } from '@nordgate/local/cluster';
import { services } from './evidence.js';
import type { Service } from './evidence.js';

const apps = { payments: paymentsApp, baskets: basketsApp, sca: scaApp, accounts: accountsApp };

/** The stream types of a service. */
export function streamTypesOf(service: Service): readonly AnyStreamType[] {
  return apps[service].streams;
}

/** The databases of all services, for reading and for planted bugs. */
export interface Databases {
  readonly of: { readonly [Name in Service]: Database };
  close(): Promise<void>;
}

/** Opens the databases at their present address, which may change when the server restarts. */
export async function openDatabases(cluster: Cluster): Promise<Databases> {
  const opened = await Promise.all(
    services.map((service) =>
      openDatabase({
        url: cluster.databaseUrl(service),
        applicationName: 'nordgate-chaos',
        migrations: apps[service].migrations,
        poolMax: 2,
      }),
    ),
  );
  const [payments, baskets, sca, accounts] = opened as [Database, Database, Database, Database];
  return {
    of: { payments, baskets, sca, accounts },
    close: async () => {
      await Promise.all(opened.map((database) => database.close()));
    },
  };
}
