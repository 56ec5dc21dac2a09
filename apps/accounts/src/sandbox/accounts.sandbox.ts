import { Module } from '@nestjs/common';
import type { ExchangeRates } from '@nordgate/contracts/codes';
import { defaultTimers, timersOf } from '@nordgate/contracts/profile';
import type { BankProfile, ExecutionTerms } from '@nordgate/contracts/profile';
import { GetWorld } from '@nordgate/contracts/queries';
import { operatorRequestFrom } from '@nordgate/contracts/commands';
import { OperationError, runService } from '@nordgate/service';
import type { OpenOperations, ServiceDefinition } from '@nordgate/service';
import { readTogether, SecretsFolder } from '@nordgate/service/settings';
import type { Address, ProcessDefinition } from '@nordgate/service/process';
import {
  accountsAppOf,
  accountsAppWith,
  accountsFiles,
  accountsProcess,
  consoleMigrations,
  sandboxMigrations,
} from '../accounts.module.js';
import type { AccountsFiles } from '../accounts.module.js';
import { ConsoleActions } from './console/console-actions.routes.js';
import { ConsoleBank } from './console/console-bank.service.js';
import { ConsoleBrowsing } from './console/console-browsing.routes.js';
import { ConsoleClock } from './console/console-clock.routes.js';
import { ConsoleClocks } from './console/console-clock.service.js';
import { ConsoleChannels } from './console/console-channels.routes.js';
import { ConsoleGuard } from './console/console-visit.guard.js';
import { ConsoleVisits, KeepConsoleCodeHandler } from './console/console-visits.queries.js';
import {
  consoleAddresses,
  consoleOf,
  ConsoleProcessSettings,
  gatewayAddresses,
} from './console/console.process.js';
import type { ConsoleFiles } from './console/console.process.js';
import { ConsoleServer } from './console/console.server.js';
import { CONSOLE_SETTINGS } from './console/console.settings.js';
import type { ConsoleSettings } from './console/console.settings.js';
import { refusingTransfers } from './refusals/refuse-execution.js';
import { dependentsOf } from './sandbox-customers/sandbox-customers.queries.js';
import { sandboxDeciders } from './sandbox.deciders.js';
import type { SandboxReads } from './sandbox.deciders.js';
import { SandboxModule } from './sandbox.module.js';
import { startSlowTransfers } from './slow-transfers/slow-transfers.work.js';
import { startDeletingUnused } from './worlds/unused-worlds.work.js';
import { KnownDays, knownDays } from './worlds/known-days.js';
import type { HistoryUntil } from './worlds/known-days.js';
import { startDecidingDays } from './worlds/known-days.work.js';
import { hasWorld, IS_OF_CORE } from './worlds/world.queries.js';

/** What differs from a sandbox whose ledger moves the money. */
interface SandboxOptions extends Partial<Pick<SandboxReads, 'dependents'>> {
  /** The transactions of the known state; a year of them where nothing is given. */
  readonly historyUntil?: HistoryUntil | undefined;
  /** A core has the customers and accounts: all TPPs share its one world, which nobody resets. */
  readonly isOfCore?: boolean;
  /** Days after which a world that its TPP does not use is deleted. */
  readonly unusedDays?: number;
}

const { unusedWorldDays: unusedDaysDefault } = defaultTimers;

/**
 * An accounts service with what only a sandbox has: the worlds, the data by hand, the slow bank.
 *
 * @param options with reads in place of those of the database
 */
export function withSandbox(
  app: ServiceDefinition,
  { isOfCore = false, historyUntil, unusedDays = unusedDaysDefault, ...reads }: SandboxOptions = {},
): ServiceDefinition {
  const days = historyUntil === undefined ? knownDays : new KnownDays(historyUntil);
  @Module({ imports: [app.module, SandboxModule] })
  class AccountsOfSandbox {}
  return {
    ...app,
    module: AccountsOfSandbox,
    migrations: [...app.migrations, ...sandboxMigrations],
    groups: [...(app.groups ?? []), 'accounts.world-moves', 'accounts.ended-worlds'],
    worldTables: [
      { table: 'transaction_place', generation: 'generation' },
      { table: 'transaction', generation: 'generation' },
    ],
    providers: [...(app.providers ?? []), { provide: IS_OF_CORE, useValue: isOfCore }],
    commands: {
      topic: 'accounts.commands.v1',
      deciders: (database) => {
        const bank = app.commands?.deciders(database) ?? {};
        const added = sandboxDeciders({
          dependents: (id) => dependentsOf(database, id),
          hasWorld: (tpp) => hasWorld(database, tpp),
          isOfCore,
          days,
          ...reads,
        });
        return { ...bank, ...refusingTransfers(bank), ...added };
      },
    },
    operations: withWorlds(app.operations),
    work: (service) => {
      const ofWorlds = () => [startDecidingDays(days), startDeletingUnused(service, unusedDays)];
      const ofBank = app.work === undefined ? [] : [app.work(service)];
      const works = [...ofBank, startSlowTransfers(service), ...(isOfCore ? [] : ofWorlds())];
      return { stop: async () => void (await Promise.all(works.map((work) => work.stop()))) };
    },
  };
}

/** The operations of accounts with the worlds of the sandbox. */
function withWorlds(operations: OpenOperations | undefined): OpenOperations {
  return (service) => {
    const carryOut = operations?.(service);
    return (body) => {
      const read = operatorRequestFrom(body);
      const isWorld = 'request' in read && read.request.name === 'ShowWorld';
      if (isWorld) return service.ask(new GetWorld({ tpp: read.request.tppId }));
      return carryOut === undefined
        ? Promise.reject(new OperationError('accounts has no such operation'))
        : carryOut(body);
    };
  };
}

/** The accounts service of a sandbox. The parameters are those of `accountsAppWith`. */
export function sandboxAccountsWith(
  executor?: ExecutionTerms['executor'],
  rates?: ExchangeRates,
): ServiceDefinition {
  return withSandbox(accountsAppWith(executor, rates), { isOfCore: executor === 'core' });
}

/** What the profile does not say about a sandbox. */
interface SandboxParts extends Pick<SandboxOptions, 'historyUntil'> {
  readonly core?: AccountsFiles['core'] | undefined;
}

/** The accounts service of a sandbox with what the bank's profile says, and with other transactions where some are given. */
export function sandboxAccountsOf(
  profile: BankProfile,
  { core, ...history }: SandboxParts = {},
): ServiceDefinition {
  const { unusedWorldDays: unusedDays } = timersOf(profile);
  const isOfCore = profile.execution?.executor === 'core';
  return withSandbox(accountsAppOf(profile, core), { isOfCore, unusedDays, ...history });
}

/** The accounts service of a sandbox whose ledger moves the money. */
export const sandboxAccountsApp = sandboxAccountsWith();

const consoleProviders = [
  ConsoleServer,
  ConsoleBrowsing,
  ConsoleActions,
  ConsoleChannels,
  ConsoleClock,
  ConsoleClocks,
  ConsoleGuard,
  ConsoleBank,
  ConsoleVisits,
  KeepConsoleCodeHandler,
];

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

/** What accounts of a sandbox reads from its mounted files. */
interface SandboxFiles extends AccountsFiles {
  /** The console, if it has one. */
  readonly console: ConsoleFiles | undefined;
}

/** The accounts service as a process of a sandbox, with its console. */
export const sandboxAccountsProcess: ProcessDefinition<ConsoleProcessSettings, SandboxFiles> = {
  ...accountsProcess,
  settings: ConsoleProcessSettings,
  addresses: consoleAddresses,
  instances: (settings) => ({ gateway: gatewayAddresses(settings) }),
  open: (settings, watch) => {
    const secrets = new SecretsFolder(settings.NORDGATE_SECRETS_DIR, watch);
    return readTogether({
      ...accountsFiles(settings, watch),
      console: consoleOf(settings, { secrets, watch }),
    });
  },
  start: async ({ own: { profile, console, core }, platform }) => {
    const app = sandboxAccountsOf(profile, { core });
    const addresses: Address[] = [];
    const onListening = (url: string) => void addresses.push(['console for TPPs', url]);
    const shown = console === undefined ? app : withConsole(app, { ...console, onListening });
    const service = await runService(shown, platform);
    return { service, addresses, operate: service.operate };
  },
};
