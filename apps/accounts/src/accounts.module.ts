import { Module } from '@nestjs/common';
import type { Database } from '@nordgate/event-store';
import { runService } from '@nordgate/service';
import type { ServiceDefinition } from '@nordgate/service';
import {
  databaseUrlOf,
  readTogether,
  SecretsFolder,
  ServiceSettings,
} from '@nordgate/service/process';
import type { KeySet, ProcessDefinition } from '@nordgate/service/process';
import { accountsDeciders, withoutSandbox } from './accounts.deciders.js';
import { GetActingCustomerHandler } from './acting-customer/acting-customer.queries.js';
import { accountStream } from './domain/account.js';
import { agreementStream } from './domain/agreement.js';
import { cardAccountStream } from './domain/card-account.js';
import { clearingStream } from './domain/clearing.js';
import { customerStream } from './domain/customer.js';
import { entryStream } from './domain/entry.js';
import { sandboxStream } from './domain/sandbox.js';
import { tppContactStream } from './domain/tpp-contact.js';
import { tppStopStream } from './domain/tpp-stop.js';
import { GetFundsHandler } from './funds/funds.queries.js';
import {
  GetSandboxGenerationHandler,
  openStreams,
} from './initialise-sandbox/initialise-sandbox.queries.js';
import { ViewIndexes1790000000001 } from './migrations/1-view-indexes.migration.js';
import { Transaction1790000000002 } from './migrations/2-transaction.migration.js';
import { PendingTransaction1790000000003 } from './migrations/3-pending-transaction.migration.js';
import { GetSandboxTransactionHandler } from './mock-transaction/sandbox-transaction.queries.js';
import { GetReadableAccountsHandler } from './readable-accounts/readable-accounts.queries.js';
import { GetSandboxAgreementsHandler } from './sandbox-agreements/sandbox-agreements.queries.js';
import {
  dependentsOf,
  GetSandboxCustomerHandler,
  GetSandboxCustomersHandler,
} from './sandbox-customers/sandbox-customers.queries.js';
import { tppOperations } from './stop-tpp/tpp.operations.js';
import { ListStoppedTppsHandler } from './stopped-tpps/stopped-tpps.queries.js';
import {
  GetTppContactHandler,
  ListTppContactsHandler,
} from './tpp-contacts/tpp-contacts.queries.js';
import { transactionProjection } from './transactions/transaction.projection.js';
import {
  GetTransactionHandler,
  GetTransactionsHandler,
} from './transactions/transactions.queries.js';

/** What accounts answers; `accounts.deciders.ts` lists its commands. */
@Module({
  providers: [
    GetSandboxAgreementsHandler,
    GetSandboxCustomerHandler,
    GetSandboxCustomersHandler,
    GetSandboxGenerationHandler,
    GetActingCustomerHandler,
    ListStoppedTppsHandler,
    GetTppContactHandler,
    ListTppContactsHandler,
    GetReadableAccountsHandler,
    GetFundsHandler,
    GetTransactionsHandler,
    GetTransactionHandler,
    GetSandboxTransactionHandler,
  ],
})
export class AccountsModule {}

function decidersOn(database: Database) {
  return accountsDeciders({
    openStreams: () => openStreams(database),
    dependents: (id) => dependentsOf(database, id),
  });
}

/** The accounts service of a sandbox: its streams, its topics, its module. */
export const accountsApp: ServiceDefinition = {
  name: 'accounts',
  module: AccountsModule,
  streams: [
    customerStream,
    agreementStream,
    accountStream,
    cardAccountStream,
    entryStream,
    clearingStream,
    sandboxStream,
    tppContactStream,
    tppStopStream,
  ],
  migrations: [ViewIndexes1790000000001, Transaction1790000000002, PendingTransaction1790000000003],
  projections: [transactionProjection],
  events: 'accounts.events.v1',
  commands: {
    topic: 'accounts.commands.v1',
    deciders: decidersOn,
  },
  operations: tppOperations,
};

/** The accounts service of an environment: nothing in production resets it. */
export function accountsAppIn(environment: 'sandbox' | 'production'): ServiceDefinition {
  if (environment === 'sandbox') return accountsApp;
  const deciders = (database: Database) => withoutSandbox(decidersOn(database));
  return { ...accountsApp, commands: { topic: 'accounts.commands.v1', deciders } };
}

/** What accounts reads from its mounted files. */
interface AccountsFiles {
  readonly databaseUrl: string;
  readonly operatorKeys: KeySet;
}

/** The accounts service as a process, with the door for the bank's operator. */
export const accountsProcess: ProcessDefinition<ServiceSettings, AccountsFiles> = {
  name: 'accounts',
  settings: ServiceSettings,
  addresses: () => ({}),
  open: (settings) =>
    readTogether({
      databaseUrl: databaseUrlOf(settings),
      operatorKeys: new SecretsFolder(settings.NORDGATE_SECRETS_DIR).keySet('operator.json'),
    }),
  operatorKeys: ({ operatorKeys }) => operatorKeys,
  start: async ({ settings, platform }) => {
    const service = await runService(accountsAppIn(settings.NORDGATE_ENVIRONMENT), platform);
    return { service, addresses: [], operate: service.operate };
  },
};
