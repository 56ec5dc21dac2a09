import { accountsAppWith } from '@nordgate/accounts/accounts.module';
import { basketsApp } from '@nordgate/baskets/baskets.module';
import { batchAppWith } from '@nordgate/batch/batch.module';
import { defaultProfile } from '@nordgate/contracts/profile';
import { EventArchive, FolderStore, openDatabase } from '@nordgate/event-store';
import type { AnyStreamType } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import { paymentsApp } from '@nordgate/payments/payments.module';
import { scaApp } from '@nordgate/sca/sca.module';
import { services } from './evidence.js';
import type { Service } from './evidence.js';

const apps = {
  ...{ payments: paymentsApp, baskets: basketsApp, sca: scaApp, accounts: accountsAppWith() },
  // Read only: no approval is checked.
  batch: batchAppWith(defaultProfile('sandbox'), { keys: new Map() }),
};

/** The stream types of a service. */
export function streamTypesOf(service: Service): readonly AnyStreamType[] {
  return apps[service].streams;
}

/** The databases of all services, for reading and for planted bugs. */
export interface Databases {
  readonly of: { readonly [Name in Service]: Database };
  close(): Promise<void>;
}

/** A bank whose databases can be opened. */
export interface Stores {
  readonly databaseUrl: (service: Service) => string;
  /** Where the events of archived streams are; absent without an archive. */
  readonly archiveFolder?: string | undefined;
}

/** A bank as far as the checker needs it. */
export interface CheckedBank extends Stores {
  readonly kafka: { readonly bootstrap: readonly string[] };
  readonly apps: readonly {
    readonly name: string;
    readonly unexpectedEnd: string | undefined;
    liveness(): Promise<string>;
  }[];
}

/** Opens the databases at their present address, which may change when the server restarts. */
export async function openDatabases(stores: Stores): Promise<Databases> {
  const opened = await Promise.all(
    services.map((service) =>
      openDatabase({
        url: stores.databaseUrl(service),
        applicationName: 'nordgate-chaos',
        migrations: apps[service].migrations,
        poolMax: 2,
        ...(stores.archiveFolder !== undefined && {
          archive: new EventArchive({ value: new FolderStore(stores.archiveFolder) }),
        }),
      }),
    ),
  );
  const named = services.map((service, i) => [service, opened[i]] as const);
  return {
    of: Object.fromEntries(named) as unknown as Databases['of'],
    close: async () => {
      await Promise.all(opened.map((database) => database.close()));
    },
  };
}

/** SQL: whether a run of the day $1 has yet to pick the order `o`, as far as batch knows. */
export const dueSql = `
  coalesce(o.status = 'ACTC' and (o.is_instant or o.due_day <= $1::date), false)
  and not exists (select from run_item i where i.payment_id = o.payment_id)`;
