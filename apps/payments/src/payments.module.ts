import { Module } from '@nestjs/common';
import { Optional, Path } from '@nordgate/contracts/fields';
import { retentionOf, timersOf } from '@nordgate/contracts/profile';
import type { BankProfile } from '@nordgate/contracts/profile';
import { defined } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import {
  checkingApprovals,
  DATABASE,
  followingWorldTime,
  movedClocks,
  operationStream,
  realClocks,
  runService,
  WORLD_DEADLINES,
  EndedGeneration1795000000002,
  WorldTime1795000000001,
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
  GetRejectionMomentsHandler,
  GetTppPaymentsHandler,
} from './view/sandbox-payments.queries.js';
import { exemptionBoundsOf, exemptionsStream } from './domain/exemptions.js';
import { paymentStream } from './domain/payment.js';
import { UnapprovedPayments1790000000001 } from './migrations/1-unapproved-payments.migration.js';
import { PaymentsToSign1790000000002 } from './migrations/2-payments-to-sign.migration.js';
import { PaymentToSign1790000000003 } from './migrations/3-payment-to-sign.migration.js';
import { paymentOperations } from './payments.operations.js';
import { GetApprovedPaymentsHandler } from './view/approved-payments.queries.js';
import {
  GetDeletedPaymentsHandler,
  GetPaymentHandler,
  GetPaymentsHandler,
} from './view/payment-view.queries.js';
import { PaymentsConsumers } from './payments.consumers.js';
import { paymentsDeciders } from './payments.deciders.js';
import { paymentsToSignProjection } from './view/payments-to-sign.projection.js';
import { GetPaymentsToSignHandler } from './view/payments-to-sign.queries.js';
import { startSweep, unapprovedIn } from './end/sweep-unapproved.work.js';
import { withOtherChannels } from './payments.sandbox.js';
import { paymentsSubject } from './payments.subject.js';

/** What payments answers and reacts to; `payments.deciders.ts` lists its commands. */
@Module({
  controllers: [PaymentsConsumers],
  providers: [
    GetDeletedPaymentsHandler,
    GetPaymentHandler,
    GetPaymentsHandler,
    GetPaymentsToSignHandler,
  ],
})
export class PaymentsModule {}

/** The same with the clocks of worlds, and what the console and the runs on demand of a sandbox query. */
@Module({
  imports: [PaymentsModule],
  controllers: [followingWorldTime('payments.world-time')],
  providers: [GetTppPaymentsHandler, GetApprovedPaymentsHandler, GetRejectionMomentsHandler],
})
export class SandboxPaymentsModule {}

/**
 * The payments service: its streams, its topics, its module, without exemptions from SCA.
 * `paymentsAppWith` adds what the bank decides and the keys of approvals, without which the module does
 * not start.
 */
export const paymentsApp: ServiceDefinition = {
  name: 'payments',
  module: PaymentsModule,
  streams: [paymentStream, exemptionsStream, operationStream],
  migrations: [
    UnapprovedPayments1790000000001,
    PaymentsToSign1790000000002,
    PaymentToSign1790000000003,
  ],
  projections: [paymentsToSignProjection],
  subject: paymentsSubject,
  events: 'payments.events.v1',
  groups: ['payments.settle-authorisation', 'payments.settle-basket', 'payments.settle-execution'],
  commands: { topic: 'payments.commands.v1', deciders: () => paymentsDeciders(undefined) },
};

/** All migrations of the database, as a job runs them ahead of the processes in every environment. */
export const paymentsMigrations = [
  ...paymentsApp.migrations,
  WorldTime1795000000001,
  EndedGeneration1795000000002,
];

/** What a sandbox adds to the service: the clocks of its worlds. */
function withClocks(app: ServiceDefinition, unapprovedHours: number): ServiceDefinition {
  const deadlines = {
    provide: WORLD_DEADLINES,
    useFactory: (database: Database) => unapprovedIn(database, { unapprovedHours }),
    inject: [DATABASE],
  };
  return {
    ...app,
    module: SandboxPaymentsModule,
    migrations: paymentsMigrations,
    worldTables: [
      { table: 'payment_to_sign', id: 'stream' },
      { table: 'world_time', generation: 'generation' },
    ],
    groups: [...(app.groups ?? []), 'payments.world-time'],
    providers: [...(app.providers ?? []), deadlines],
    work: (service) => startSweep({ ...service, unapprovedHours, clocks: movedClocks }),
  };
}

/** The payments service of a bank with this profile, which accepts these approvals. */
export function paymentsAppWith(profile: BankProfile, approvals: ApprovalTrust): ServiceDefinition {
  const { unapprovedHours } = timersOf(profile);
  const { paymentMonths, paymentArchiveMonths } = retentionOf(profile);
  const isSandbox = profile.environment === 'sandbox';
  const app: ServiceDefinition = {
    ...paymentsApp,
    providers: [checkingApprovals(approvals)],
    commands: {
      topic: 'payments.commands.v1',
      deciders: () => {
        const bank = paymentsDeciders(exemptionBoundsOf(profile), profile);
        return isSandbox ? withOtherChannels(bank) : bank;
      },
    },
    operations: paymentOperations(profile),
    retention: { payment: paymentMonths, exemptions: paymentMonths },
    archive: defined({ payment: paymentArchiveMonths }),
    work: (service) => startSweep({ ...service, unapprovedHours, clocks: realClocks }),
  };
  return isSandbox ? withClocks(app, unapprovedHours) : app;
}

/** The environment variables of the payments service's process. */
export class PaymentsProcessSettings extends ApprovalSettings {
  /** The bank's profile (docs/reference/bank-profile.md); default: the built-in one. */
  @Optional()
  @Path()
  NORDGATE_PROFILE?: string;
}

/** What payments reads from its mounted files. */
interface PaymentsFiles {
  readonly databaseUrl: Current<string>;
  readonly profile: BankProfile;
  readonly operatorKeys: PublicKeys;
  readonly approvalKeys: PublicKeys;
  readonly consoleKeys: PublicKeys | undefined;
}

/** The payments service as a process, with a door for the bank's operator. */
export const paymentsProcess: ProcessDefinition<PaymentsProcessSettings, PaymentsFiles> = {
  name: 'payments',
  settings: PaymentsProcessSettings,
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
    const service = await runService(paymentsAppWith(own.profile, approvals), platform);
    return { service, addresses: [], operate: service.operate };
  },
};
