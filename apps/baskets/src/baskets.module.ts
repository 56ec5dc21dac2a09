import { Module } from '@nestjs/common';
import { Optional, Path } from '@nordgate/contracts/fields';
import { retentionOf } from '@nordgate/contracts/profile';
import type { BankProfile } from '@nordgate/contracts/profile';
import {
  checkingApprovals,
  EndedGeneration1795000000002,
  followingEndedWorlds,
  operationStream,
  runService,
} from '@nordgate/service';
import type { ApprovalTrust, ServiceDefinition } from '@nordgate/service';
import { consoleKeysOf } from '@nordgate/service/process';
import {
  ApprovalSettings,
  bankProfileOf,
  watchDatabaseUrl,
  readTogether,
  SecretsFolder,
} from '@nordgate/service/settings';
import type { ProcessDefinition } from '@nordgate/service/process';
import type { Current, PublicKeys } from '@nordgate/service/settings';
import {
  GetBasketHandler,
  GetDeletedBasketsHandler,
  GetOpenBasketsHandler,
  GetTppBasketsHandler,
} from './view/basket-view.queries.js';
import { BasketsConsumers } from './baskets.consumers.js';
import { basketsSubject } from './baskets.subject.js';
import { basketsDeciders } from './baskets.deciders.js';
import { basketStream } from './domain/basket.js';
import { PaymentRegister1790000000001 } from './migrations/1-payment-register.migration.js';
import { RegisterAge1790000000002 } from './migrations/2-register-age.migration.js';
import { deleteRegistered } from './payment-register/delete-registered.rows.js';

/** What baskets answers and reacts to; `baskets.deciders.ts` lists its commands. */
@Module({
  controllers: [BasketsConsumers],
  providers: [GetBasketHandler, GetDeletedBasketsHandler, GetOpenBasketsHandler],
})
export class BasketsModule {}

/** The same with what the console of a sandbox queries, and with the end of its worlds. */
@Module({
  imports: [BasketsModule],
  controllers: [followingEndedWorlds('baskets.ended-worlds')],
  providers: [GetTppBasketsHandler],
})
class SandboxBasketsModule {}

/**
 * The baskets service: its streams, its topics, its module. `basketsAppWith` adds the keys of approvals,
 * without which the module does not start.
 */
export const basketsApp: ServiceDefinition = {
  name: 'baskets',
  module: BasketsModule,
  streams: [basketStream, operationStream],
  migrations: [PaymentRegister1790000000001, RegisterAge1790000000002],
  subject: basketsSubject,
  events: 'baskets.events.v1',
  groups: ['baskets.payment-register', 'baskets.settle-authorisation'],
  commands: { topic: 'baskets.commands.v1', deciders: () => basketsDeciders },
};

/** All migrations of the database, as a job runs them ahead of the processes in every environment. */
export const basketsMigrations = [...basketsApp.migrations, EndedGeneration1795000000002];

/** The same in a sandbox, whose worlds end. */
export const sandboxBasketsApp: ServiceDefinition = {
  ...basketsApp,
  module: SandboxBasketsModule,
  migrations: basketsMigrations,
  groups: [...(basketsApp.groups ?? []), 'baskets.ended-worlds'],
  worldTables: [{ table: 'payment_register', id: 'payment_id' }],
};

/** The baskets service of a bank with this profile, which accepts these approvals. */
export function basketsAppWith(profile: BankProfile, approvals: ApprovalTrust): ServiceDefinition {
  const app = profile.environment === 'sandbox' ? sandboxBasketsApp : basketsApp;
  const { paymentMonths } = retentionOf(profile);
  return {
    ...app,
    providers: [checkingApprovals(approvals)],
    retention: { basket: paymentMonths },
    deleteRows: (database, signal) => deleteRegistered(database, paymentMonths, signal),
  };
}

/** The environment variables of the baskets service's process. */
export class BasketsProcessSettings extends ApprovalSettings {
  /** The bank's profile (docs/reference/bank-profile.md); default: the built-in one. */
  @Optional()
  @Path()
  NORDGATE_PROFILE?: string;
}

/** What baskets reads from its mounted files. */
interface BasketsFiles {
  readonly databaseUrl: Current<string>;
  readonly profile: BankProfile;
  readonly operatorKeys: PublicKeys;
  readonly approvalKeys: PublicKeys;
  readonly consoleKeys: PublicKeys | undefined;
}

/** The baskets service as a process. */
export const basketsProcess: ProcessDefinition<BasketsProcessSettings, BasketsFiles> = {
  name: 'baskets',
  settings: BasketsProcessSettings,
  addresses: () => ({}),
  open: (settings, watch) => {
    const secrets = new SecretsFolder(settings.NORDGATE_SECRETS_DIR, watch);
    return readTogether({
      databaseUrl: watchDatabaseUrl(settings, watch),
      profile: bankProfileOf(settings),
      operatorKeys: secrets.publicKeys('operator'),
      approvalKeys: secrets.publicKeys('approvals'),
      consoleKeys: consoleKeysOf(settings, secrets),
    });
  },
  operatorKeys: ({ operatorKeys }) => operatorKeys,
  start: async ({ settings, own, platform }) => {
    const { APPROVALS_UNSEALED_UNTIL: unsealedUntil } = settings;
    const approvals = { keys: own.approvalKeys, unsealedUntil };
    const service = await runService(basketsAppWith(own.profile, approvals), platform);
    return { service, operate: service.operate, addresses: [] };
  },
};
