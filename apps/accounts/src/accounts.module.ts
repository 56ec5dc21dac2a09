import { Module } from '@nestjs/common';
import type { ExchangeRates } from '@nordgate/contracts/codes';
import type { Database } from '@nordgate/event-store';
import { exchangeRatesOf, executionTermsOf } from '@nordgate/contracts/profile';
import type { BankProfile, ExecutionTerms } from '@nordgate/contracts/profile';
import { operationStream, runService } from '@nordgate/service';
import type { ServiceDefinition } from '@nordgate/service';
import {
  bankProfileOf,
  watchDatabaseUrl,
  Optional,
  Path,
  readTogether,
  SecretsFolder,
} from '@nordgate/service/process';
import type { Address, Current, ProcessDefinition, PublicKeys } from '@nordgate/service/process';
import { AccountsConsumers } from './accounts.consumers.js';
import { accountsDeciders, withoutSandbox } from './accounts.deciders.js';
import { GetActingCustomerHandler } from './acting-customer/acting-customer.queries.js';
import { IdentifyCustomerHandler } from './acting-customer/identify-customer.queries.js';
import { startSlowTransfers } from './book-transfer/slow-transfers.work.js';
import { ConsoleActions } from './console/console-actions.routes.js';
import { ConsoleBank } from './console/console-bank.service.js';
import { ConsoleBrowsing } from './console/console-browsing.routes.js';
import { ConsoleGuard } from './console/console-visit.guard.js';
import { ConsoleVisits, KeepConsoleCodeHandler } from './console/console-visits.queries.js';
import {
  consoleAddresses,
  ConsoleProcessSettings,
  consoleOf,
  gatewayAddresses,
} from './console/console.process.js';
import type { ConsoleFiles } from './console/console.process.js';
import { ConsoleServer } from './console/console.server.js';
import { CONSOLE_SETTINGS } from './console/console.settings.js';
import type { ConsoleSettings } from './console/console.settings.js';
import { accountStream } from './domain/account.js';
import { agreementStream } from './domain/agreement.js';
import { cardAccountStream } from './domain/card-account.js';
import { clearingStream } from './domain/clearing.js';
import { customerStream } from './domain/customer.js';
import { maintenanceStream } from './domain/maintenance.js';
import { entryStream } from './domain/entry.js';
import { quotaStream } from './domain/quota.js';
import { sandboxStream } from './domain/sandbox.js';
import { tppContactStream } from './domain/tpp-contact.js';
import { tppStopStream } from './domain/tpp-stop.js';
import { withCoreReports } from './follow-core/core-reports.consumers.js';
import { EXCHANGE_RATES, GetFundsHandler } from './funds/funds.queries.js';
import {
  GetSandboxGenerationHandler,
  openStreams,
} from './initialise-sandbox/initialise-sandbox.queries.js';
import { ViewIndexes1790000000001 } from './migrations/1-view-indexes.migration.js';
import { Transaction1790000000002 } from './migrations/2-transaction.migration.js';
import { LateTransfers1790000000003 } from './migrations/3-late-transfers.migration.js';
import { PendingTransaction1790000000004 } from './migrations/4-pending-transaction.migration.js';
import { CustomerIdentifiers1790000000005 } from './migrations/5-customer-identifiers.migration.js';
import { Console1790000000006 } from './migrations/6-console.migration.js';
import { ConsoleHolder1790000000014 } from './migrations/14-console-holder.migration.js';
import { BalanceAfter1790000000008 } from './migrations/8-balance-after.migration.js';
import { GetMaintenanceHandler } from './planned-maintenance/maintenance.queries.js';
import { GetSandboxTransactionHandler } from './mock-transaction/sandbox-transaction.queries.js';
import { GetReadableAccountsHandler } from './readable-accounts/readable-accounts.queries.js';
import {
  GetSandboxAgreementsHandler,
  ListSandboxAgreementsHandler,
} from './sandbox-agreements/sandbox-agreements.queries.js';
import { findingTransferAccounts } from './reserve-transfer/transfer-accounts.queries.js';
import {
  FindSandboxNumbersHandler,
  GetSandboxAccountHandler,
  GetSandboxCardAccountHandler,
} from './sandbox-accounts/sandbox-accounts.queries.js';
import {
  dependentsOf,
  FindSandboxCustomerHandler,
  GetSandboxCustomerHandler,
  GetSandboxCustomersHandler,
  ListSandboxCustomersHandler,
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

/** What accounts answers and reacts to; `accounts.deciders.ts` lists its commands. */
@Module({
  controllers: [AccountsConsumers],
  providers: [
    FindSandboxCustomerHandler,
    FindSandboxNumbersHandler,
    ListSandboxCustomersHandler,
    GetSandboxAccountHandler,
    GetSandboxCardAccountHandler,
    GetSandboxAgreementsHandler,
    ListSandboxAgreementsHandler,
    GetSandboxCustomerHandler,
    GetSandboxCustomersHandler,
    GetSandboxGenerationHandler,
    GetActingCustomerHandler,
    IdentifyCustomerHandler,
    ListStoppedTppsHandler,
    GetMaintenanceHandler,
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

function decidersWith(database: Database, rates?: ExchangeRates) {
  return accountsDeciders({
    rates,
    openStreams: () => openStreams(database),
    dependents: (id) => dependentsOf(database, id),
    transferAccounts: findingTransferAccounts(database),
  });
}

const migrations: ServiceDefinition['migrations'] = [
  ViewIndexes1790000000001,
  Transaction1790000000002,
  LateTransfers1790000000003,
  PendingTransaction1790000000004,
  CustomerIdentifiers1790000000005,
  BalanceAfter1790000000008,
];

const consoleProviders = [
  ...[ConsoleServer, ConsoleBrowsing, ConsoleActions, ConsoleGuard, ConsoleBank],
  ...[ConsoleVisits, KeepConsoleCodeHandler],
];

const consoleMigrations: ServiceDefinition['migrations'] = [
  Console1790000000006,
  ConsoleHolder1790000000014,
];

/**
 * All migrations of the accounts database, as a job runs them ahead of the processes. The tables of the
 * console stay empty where there is none.
 */
export const accountsMigrations = [...migrations, ...consoleMigrations];

const everywhere: ServiceDefinition = {
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
    quotaStream,
    tppContactStream,
    tppStopStream,
    operationStream,
    maintenanceStream,
  ],
  migrations,
  projections: [transactionProjection],
  events: 'accounts.events.v1',
  groups: ['accounts.book-transfer', 'accounts.confirm-transfers', 'accounts.reserve-transfer'],
  commands: {
    topic: 'accounts.commands.v1',
    deciders: (database) => decidersWith(database),
  },
  operations: tppOperations,
};

/** The accounts service of a sandbox: its streams, its topics, its module. */
export const accountsApp: ServiceDefinition = { ...everywhere, work: startSlowTransfers };

/** An accounts service of a sandbox with a console besides (ADR 41). */
export function withConsole(app: ServiceDefinition, settings: ConsoleSettings): ServiceDefinition {
  @Module({ imports: [app.module], providers: consoleProviders })
  class AccountsWithConsole {}
  return {
    ...app,
    module: AccountsWithConsole,
    migrations: [...app.migrations, ...consoleMigrations],
    providers: [...(app.providers ?? []), { provide: CONSOLE_SETTINGS, useValue: settings }],
  };
}

/**
 * The accounts service of an environment: nothing in production resets it. Where the core moves the money,
 * the core has the customers and accounts, too.
 *
 * @param rates at which the ledger exchanges currencies; those of the sandbox where nothing is given
 */
export function accountsAppIn(
  environment: 'sandbox' | 'production',
  executor: ExecutionTerms['executor'] = 'ledger',
  rates?: ExchangeRates,
): ServiceDefinition {
  const own = environment === 'sandbox' ? accountsApp : everywhere;
  const app = executor === 'core' ? withCoreReports(own) : own;
  const deciders = (database: Database) => {
    const all = decidersWith(database, rates);
    return environment === 'sandbox' ? all : withoutSandbox(all);
  };
  const ofRates = rates === undefined ? [] : [{ provide: EXCHANGE_RATES, useValue: rates }];
  const providers = [...(app.providers ?? []), ...ofRates];
  return { ...app, providers, commands: { topic: 'accounts.commands.v1', deciders } };
}

/** The environment variables of the accounts service's process. */
export class AccountsProcessSettings extends ConsoleProcessSettings {
  /** The bank's profile (docs/reference/bank-profile.md); default: the built-in one. */
  @Optional()
  @Path()
  NORDGATE_PROFILE?: string;
}

/** What accounts reads from its mounted files. */
interface AccountsFiles {
  readonly databaseUrl: Current<string>;
  readonly profile: BankProfile;
  readonly operatorKeys: PublicKeys;
  /** The console of a sandbox, if it has one. */
  readonly console: ConsoleFiles | undefined;
}

/** The accounts service as a process, with the door for the bank's operator, and the console of a sandbox. */
export const accountsProcess: ProcessDefinition<AccountsProcessSettings, AccountsFiles> = {
  name: 'accounts',
  settings: AccountsProcessSettings,
  addresses: consoleAddresses,
  instances: (settings) => ({ gateway: gatewayAddresses(settings) }),
  open: (settings, watch) => {
    const secrets = new SecretsFolder(settings.NORDGATE_SECRETS_DIR, watch);
    return readTogether({
      databaseUrl: watchDatabaseUrl(settings, watch),
      profile: bankProfileOf(settings),
      operatorKeys: secrets.publicKeys('operator'),
      console: consoleOf(settings, { secrets, watch }),
    });
  },
  operatorKeys: ({ operatorKeys }) => operatorKeys,
  start: async ({ own: { profile, console }, platform }) => {
    const { executor } = executionTermsOf(profile);
    const app = accountsAppIn(profile.environment, executor, exchangeRatesOf(profile));
    const addresses: Address[] = [];
    const onListening = (url: string) => void addresses.push(['console for TPPs', url]);
    const shown = console === undefined ? app : withConsole(app, { ...console, onListening });
    const service = await runService(shown, platform);
    return { service, addresses, operate: service.operate };
  },
};
