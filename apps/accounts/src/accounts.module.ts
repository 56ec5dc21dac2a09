import { Module } from '@nestjs/common';
import type { Provider } from '@nestjs/common';
import type { ExchangeRates } from '@nordgate/contracts/codes';
import { Optional, Port } from '@nordgate/contracts/fields';
import {
  exchangeRatesOf,
  executionTermsOf,
  readsOf,
  retentionOf,
} from '@nordgate/contracts/profile';
import type { BankProfile, ExecutionTerms } from '@nordgate/contracts/profile';
import type { Database } from '@nordgate/event-store';
import {
  DATABASE,
  EndedGeneration1795000000002,
  operationStream,
  runService,
} from '@nordgate/service';
import type { OutsideService, ServiceDefinition } from '@nordgate/service';
import {
  bankProfileOf,
  watchDatabaseUrl,
  readTogether,
  SecretsFolder,
  SettingsError,
} from '@nordgate/service/settings';
import type { ProcessDefinition } from '@nordgate/service/process';
import type { Current, PublicKeys, SecretWatch } from '@nordgate/service/settings';
import { AccountsConsumers } from './accounts.consumers.js';
import { accountsDeciders } from './accounts.deciders.js';
import { GetActingCustomerHandler } from './acting-customer/acting-customer.queries.js';
import { IdentifyCustomerHandler } from './acting-customer/identify-customer.queries.js';
import { BOOKS } from './books/books.js';
import { carriedAccounts } from './carry-forward/carry-forward.work.js';
import { accountStream } from './domain/account.js';
import { agreementStream } from './domain/agreement.js';
import { cardAccountStream } from './domain/card-account.js';
import { clearingStream } from './domain/clearing.js';
import { customerStream } from './domain/customer.js';
import { maintenanceStream } from './maintenance/maintenance.js';
import { entryStream } from './domain/entry.js';
import { refusalStream } from './domain/planned-refusal.js';
import { quotaStream } from './domain/quota.js';
import { sandboxStream } from './domain/sandbox.js';
import { worldStream } from './domain/world.js';
import { tppContactStream } from './tpps/tpp-contact.js';
import { tppStopStream } from './tpps/tpp-stop.js';
import { readingBookings } from './follow-core/reported-bookings.rows.js';
import { withCoreReports } from './follow-core/core-reports.consumers.js';
import { EXCHANGE_RATES, GetFundsHandler } from './funds/funds.queries.js';
import { ViewIndexes1790000000001 } from './migrations/1-view-indexes.migration.js';
import { Transaction1790000000002 } from './migrations/2-transaction.migration.js';
import { LateTransfers1790000000003 } from './migrations/3-late-transfers.migration.js';
import { PendingTransaction1790000000004 } from './migrations/4-pending-transaction.migration.js';
import { CustomerIdentifiers1790000000005 } from './migrations/5-customer-identifiers.migration.js';
import { Console1790000000006 } from './migrations/6-console.migration.js';
import { ConsoleHolder1790000000014 } from './migrations/14-console-holder.migration.js';
import { Worlds1790000000015 } from './migrations/15-worlds.migration.js';
import { WorldUse1790000000016 } from './migrations/16-world-use.migration.js';
import { ReportedEntries1790000000018 } from './migrations/18-reported-entries.migration.js';
import { TransactionIds1790000000017 } from './migrations/17-transaction-ids.migration.js';
import { TransactionPlaces1790000000019 } from './migrations/19-transaction-places.migration.js';
import { BalanceAfter1790000000008 } from './migrations/8-balance-after.migration.js';
import { GetMaintenanceHandler } from './maintenance/maintenance.queries.js';
import { CoreReadSettings, coreServiceOf } from './read-core/core-service.source.js';
import { openCoreBooks } from './read-core/core-books.client.js';
import { GetReadableAccountsHandler } from './readable-accounts/readable-accounts.queries.js';
import { findingTransferAccounts } from './transfer/transfer-accounts.rows.js';
import { tppOperations } from './tpps/tpp.operations.js';
import { ListStoppedTppsHandler } from './tpps/stopped-tpps.queries.js';
import { GetTppContactHandler, ListTppContactsHandler } from './tpps/tpp-contacts.queries.js';
import { accountsSubject } from './accounts.subject.js';
import { MovingBooks } from './transactions/moving-books.rows.js';
import { transactionPlaces } from './transactions/transaction-place.projection.js';
import { transactionProjection } from './transactions/transaction.projection.js';
import {
  GetTransactionHandler,
  GetTransactionsHandler,
} from './transactions/transactions.queries.js';

/** What accounts answers and reacts to; `accounts.deciders.ts` lists its commands. */
@Module({
  controllers: [AccountsConsumers],
  providers: [
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
  ],
})
export class AccountsModule {}

const migrations: ServiceDefinition['migrations'] = [
  ViewIndexes1790000000001,
  Transaction1790000000002,
  LateTransfers1790000000003,
  PendingTransaction1790000000004,
  CustomerIdentifiers1790000000005,
  BalanceAfter1790000000008,
  TransactionIds1790000000017,
  ReportedEntries1790000000018,
  TransactionPlaces1790000000019,
];

/** The indexes of the worlds of a sandbox, their use, and what has ended. */
export const sandboxMigrations: ServiceDefinition['migrations'] = [
  Worlds1790000000015,
  WorldUse1790000000016,
  EndedGeneration1795000000002,
];

/** The tables of the console of a sandbox. */
export const consoleMigrations: ServiceDefinition['migrations'] = [
  Console1790000000006,
  ConsoleHolder1790000000014,
];

/**
 * All migrations of the accounts database, as a job runs them ahead of the processes. The tables and
 * indexes of a sandbox stay empty where there is none.
 */
export const accountsMigrations = [...migrations, ...sandboxMigrations, ...consoleMigrations];

/** Each stream that a database of accounts may have, in every environment: one program restores them all. */
export const accountsStreams: ServiceDefinition['streams'] = [
  customerStream,
  agreementStream,
  accountStream,
  cardAccountStream,
  entryStream,
  clearingStream,
  sandboxStream,
  worldStream,
  quotaStream,
  refusalStream,
  tppContactStream,
  tppStopStream,
  operationStream,
  maintenanceStream,
];

/** The books of the core where there is one to read, and otherwise the copy. */
function booksOf(core: OutsideService | undefined): Provider {
  const booksIn = (database: Database) =>
    core === undefined ? new MovingBooks(database) : openCoreBooks(core, database);
  return { provide: BOOKS, useFactory: booksIn, inject: [DATABASE] };
}

/**
 * The accounts service of every environment: its streams, its topics, its module. Nothing in it resets a bank;
 * `sandbox/` adds that. Where the core moves the money, the core has the customers and accounts, too.
 *
 * @param rates at which the ledger exchanges currencies; those of the sandbox where nothing is given
 * @param core the core's API for reads, where TPPs read its books (docs/adr/0082)
 */
export function accountsAppWith(
  executor: ExecutionTerms['executor'] = 'ledger',
  rates?: ExchangeRates,
  core?: OutsideService,
): ServiceDefinition {
  const app: ServiceDefinition = {
    name: 'accounts',
    module: AccountsModule,
    streams: accountsStreams,
    migrations,
    projections: [transactionPlaces, transactionProjection],
    subject: accountsSubject,
    events: 'accounts.events.v1',
    groups: ['accounts.book-transfer', 'accounts.confirm-transfers', 'accounts.reserve-transfer'],
    commands: {
      topic: 'accounts.commands.v1',
      deciders: (database) =>
        accountsDeciders({
          rates,
          transferAccounts: findingTransferAccounts(database),
          reportedBooking: readingBookings(database),
        }),
    },
    operations: tppOperations,
    providers: [
      booksOf(core),
      ...(rates === undefined ? [] : [{ provide: EXCHANGE_RATES, useValue: rates }]),
    ],
  };
  return executor === 'core' ? withCoreReports(app, core === undefined) : app;
}

/**
 * The accounts service with what the bank's profile says.
 *
 * @param core the core's API for reads; needed where the profile says that TPPs read the books of the core
 */
export function accountsAppOf(profile: BankProfile, core?: OutsideService): ServiceDefinition {
  const { executor } = executionTermsOf(profile);
  if ((readsOf(profile) === 'core') !== (core !== undefined)) {
    throw new Error('a core is read where the profile has accounts.read: core, and nowhere else');
  }
  const app = accountsAppWith(executor, exchangeRatesOf(profile), core);
  const { entryMonths: months } = retentionOf(profile);
  return executor === 'core' && months !== undefined ? holdingEntries(app, months) : app;
}

/** The accounts service of a bank that holds the entries of its core for some months. */
export function holdingEntries(app: ServiceDefinition, months: number): ServiceDefinition {
  return { ...app, ...carriedAccounts(months) };
}

/** The environment variables of the accounts service's process. */
export class AccountsProcessSettings extends CoreReadSettings {
  /** The port of the console of a sandbox. Without it there is no console; production refuses it. */
  @Optional()
  @Port()
  CONSOLE_PORT?: number;
}

/** What accounts reads from its mounted files. */
export interface AccountsFiles {
  readonly databaseUrl: Current<string>;
  readonly profile: BankProfile;
  /** The core whose books TPPs read, if they do. */
  readonly core: OutsideService | undefined;
  readonly operatorKeys: PublicKeys;
}

/** The reads of the files that accounts needs in every environment. */
export function accountsFiles(settings: AccountsProcessSettings, watch: SecretWatch) {
  const secrets = new SecretsFolder(settings.NORDGATE_SECRETS_DIR, watch);
  return {
    databaseUrl: watchDatabaseUrl(settings, watch),
    profile: bankProfileOf(settings),
    core: coreServiceOf(settings, watch),
    operatorKeys: secrets.publicKeys('operator'),
  };
}

/** The accounts service as a process of production, with the door for the bank's operator. */
export const accountsProcess: ProcessDefinition<AccountsProcessSettings, AccountsFiles> = {
  name: 'accounts',
  settings: AccountsProcessSettings,
  addresses: () => ({}),
  open: (settings, watch) =>
    readTogether({ ...accountsFiles(settings, watch), console: noConsole(settings) }),
  operatorKeys: ({ operatorKeys }) => operatorKeys,
  start: async ({ own: { profile, core }, platform }) => {
    const service = await runService(accountsAppOf(profile, core), platform);
    return { service, addresses: [], operate: service.operate };
  },
};

/** Throws SettingsError for a console. */
async function noConsole({ CONSOLE_PORT: port }: AccountsProcessSettings): Promise<void> {
  if (port !== undefined) throw new SettingsError('CONSOLE_PORT: production has no console');
  return Promise.resolve();
}
