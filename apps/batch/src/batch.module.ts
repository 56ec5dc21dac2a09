import { Module } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { Optional, Path } from '@nordgate/contracts/fields';
import { executionTermsOf, retentionOf } from '@nordgate/contracts/profile';
import type { BankProfile, ExecutionTerms } from '@nordgate/contracts/profile';
import { defined } from '@nordgate/decider';
import {
  checkingApprovals,
  followingWorldTime,
  operationStream,
  runService,
  startCarrying,
  EndedGeneration1795000000002,
  isOfEnded,
  WorldTime1795000000001,
} from '@nordgate/service';
import type { ApprovalTrust, ServiceDefinition, StartWork } from '@nordgate/service';
import {
  ApprovalSettings,
  bankProfileOf,
  MomentWithin,
  watchDatabaseUrl,
  readTogether,
  SecretsFolder,
} from '@nordgate/service/settings';
import type { ProcessDefinition } from '@nordgate/service/process';
import type { Current, PublicKeys } from '@nordgate/service/settings';
import { BatchConsumers, EXECUTION_TERMS } from './batch.consumers.js';
import { batchSubject } from './batch.subject.js';
import { batchDeciders } from './batch.deciders.js';
import { ApprovalArrivals } from './execution/approval-arrivals.service.js';
import { ClaimCheck, EXEMPTIONS } from './execution/claim-check.service.js';
import { withCoreBank } from './core-bank/core-bank.consumers.js';
import { batchRunStream } from './domain/batch-run.js';
import { executionStream } from './domain/execution.js';
import { holdStream } from './hold/hold-execution.js';
import { scheduleStream } from './domain/schedule.js';
import { worldMoveStream } from './domain/world-move.js';
import { startExecutingRuns } from './execute-runs/execute-runs.work.js';
import type { ExecuteRunsOptions } from './execute-runs/execute-runs.work.js';
import { heldExecutionsProjection } from './hold/held-executions.projection.js';
import { OrderBook1790000000001 } from './migrations/1-order-book.migration.js';
import { Runs1790000000002 } from './migrations/2-runs.migration.js';
import { RunOutcomes1790000000003 } from './migrations/3-run-outcomes.migration.js';
import { OpenTransfers1790000000004 } from './migrations/4-open-transfers.migration.js';
import { DeskLists1790000000005 } from './migrations/5-desk-lists.migration.js';
import { Approvals1790000000006 } from './migrations/6-approvals.migration.js';
import { Maintenance1790000000007 } from './migrations/7-maintenance.migration.js';
import { Worlds1790000000008 } from './migrations/8-worlds.migration.js';
import { BusyWorlds1790000000009 } from './migrations/9-busy-worlds.migration.js';
import { StandingOrders1790000000010 } from './migrations/10-standing-orders.migration.js';
import { WorldMoves1790000000011 } from './migrations/11-world-moves.migration.js';
import { ApprovalAge1790000000012 } from './migrations/12-approval-age.migration.js';
import { ApprovalHashes1790000000013 } from './migrations/13-approval-hashes.migration.js';
import { MoveBegins1790000000014 } from './migrations/14-move-begins.migration.js';
import { ValidApprovals1790000000015 } from './migrations/15-valid-approvals.migration.js';
import { GetNextRunsHandler, GetRunMomentsHandler } from './move-worlds/run-moments.queries.js';
import { MovedWorldsConsumer } from './move-worlds/moved-worlds.consumer.js';
import { batchOperations } from './operate-batch/batch.operations.js';
import { notingOrders, OrderBookConsumer } from './order-book/order-book.consumer.js';
import { ORDER_TERMS, orderTermsOf } from './order-book/order-terms.js';
import { GetUnseenOrdersHandler } from './order-book/unseen-orders.queries.js';
import { contradictionsProjection } from './execution/contradictions.projection.js';
import { startMeasuring } from './measure-batch/measure-batch.work.js';
import { deleteApprovals } from './execution/delete-approvals.rows.js';
import { deleteOrders } from './order-book/delete-orders.rows.js';
import { startReminding } from './execution/remind-executor.work.js';
import { carriedMonths, carryingSchedules } from './run/carry-schedules.work.js';
import { runOutcomesProjection, runTransfersProjection } from './run/run-outcomes.projection.js';
import { ENVIRONMENT, GetBatchRunHandler } from './run/batch-run.queries.js';

/** What batch answers and reacts to; `batch.deciders.ts` lists its commands. */
@Module({
  controllers: [BatchConsumers, OrderBookConsumer],
  providers: [ApprovalArrivals, ClaimCheck, GetBatchRunHandler, GetUnseenOrdersHandler],
})
export class BatchModule {}

/** The same with the worlds of a sandbox whose clocks move. */
@Module({
  imports: [BatchModule],
  controllers: [MovedWorldsConsumer, followingWorldTime('batch.world-time')],
  providers: [GetNextRunsHandler, GetRunMomentsHandler],
})
export class SandboxBatchModule {}

const migrations: ServiceDefinition['migrations'] = [
  OrderBook1790000000001,
  Runs1790000000002,
  RunOutcomes1790000000003,
  OpenTransfers1790000000004,
  DeskLists1790000000005,
  Approvals1790000000006,
  Maintenance1790000000007,
  Worlds1790000000008,
  StandingOrders1790000000010,
  ApprovalAge1790000000012,
  ApprovalHashes1790000000013,
  ValidApprovals1790000000015,
];

/** What only the batch of a sandbox needs. */
const sandboxMigrations: ServiceDefinition['migrations'] = [
  BusyWorlds1790000000009,
  WorldMoves1790000000011,
  MoveBegins1790000000014,
  WorldTime1795000000001,
  EndedGeneration1795000000002,
];

/** All migrations of the batch database, as a job runs them ahead of the processes in every environment. */
export const batchMigrations = [...migrations, ...sandboxMigrations];

export const batchStreams: ServiceDefinition['streams'] = [
  scheduleStream,
  batchRunStream,
  executionStream,
  holdStream,
  worldMoveStream,
  operationStream,
];

const batchGroups = [
  'batch.approvals',
  'batch.execute-claim',
  'batch.generation',
  'batch.maintenance',
  'batch.order-book',
  'batch.record-ledger-outcome',
  'batch.stopped-tpps',
];

/** Approvals go before the payments that name them. */
const worldTables: Required<ServiceDefinition>['worldTables'] = [
  {
    table: 'sealed_approval',
    isOf: `t.hash in (select a.hash from approved_payment a where ${isOfEnded('a.payment_id')})`,
  },
  { table: 'approved_payment', id: 'payment_id' },
  { table: 'order_book', generation: 'generation' },
  { table: 'run_item', id: 'payment_id' },
  { table: 'known_run', id: 'run' },
  { table: 'run_transfer', id: 'payment_id' },
  { table: 'run_outcome', id: 'execution_id' },
  { table: 'contradiction', id: 'execution_id' },
  { table: 'execution_hold', id: 'hold' },
  { table: 'held_execution', id: 'hold' },
  { table: 'known_generation', generation: 'generation' },
  { table: 'world_move', generation: 'generation' },
  { table: 'world_time', generation: 'generation' },
];

/** The groups that a sandbox adds. */
const sandboxGroups = ['batch.world-moves', 'batch.world-time'];

/** What differs from the batch service of a bank in use. */
export interface BatchOptions {
  /** Its clock. Default: that of the machine. */
  readonly now?: (() => Date) | undefined;
  /** For an upgrade: payments that were initiated before this moment are in the order book at once. ISO 8601. */
  readonly ordersAtOnceUntil?: string | undefined;
}

/** How long executions, runs, schedules, orders and approvals are kept, and where. */
function keptFor(
  profile: BankProfile,
): Pick<ServiceDefinition, 'retention' | 'carried' | 'archive' | 'deleteRows'> {
  const { paymentMonths, paymentArchiveMonths } = retentionOf(profile);
  return {
    retention: { execution: paymentMonths, 'batch-run': paymentMonths },
    carried: carriedMonths(paymentMonths),
    archive: defined({ execution: paymentArchiveMonths }),
    deleteRows: async (database, signal) =>
      (await deleteApprovals(database, paymentMonths, signal)) +
      (await deleteOrders(database, paymentMonths, signal)),
  };
}

/** The batch service of a bank with this profile, which accepts these approvals. */
export function batchAppWith(
  profile: BankProfile,
  approvals: ApprovalTrust,
  { now, ordersAtOnceUntil: atOnceUntil }: BatchOptions = {},
): ServiceDefinition {
  const { environment } = profile;
  const isSandbox = environment !== 'production';
  // An exempt payment is approved by its first event.
  const readsInitiations = profile.exemptions !== undefined || atOnceUntil !== undefined;
  const terms = executionTermsOf(profile);
  const batch: ServiceDefinition = {
    name: 'batch',
    module: withOrders(isSandbox ? SandboxBatchModule : BatchModule, readsInitiations),
    streams: batchStreams,
    migrations: isSandbox ? batchMigrations : migrations,
    ...(isSandbox && { worldTables }),
    projections: [
      runTransfersProjection,
      runOutcomesProjection,
      heldExecutionsProjection,
      contradictionsProjection,
    ],
    providers: [
      { provide: ORDER_TERMS, useValue: { ...orderTermsOf(profile), atOnceUntil } },
      { provide: EXECUTION_TERMS, useValue: terms },
      { provide: ENVIRONMENT, useValue: environment },
      { provide: EXEMPTIONS, useValue: profile.exemptions ?? null },
      checkingApprovals(approvals),
    ],
    operations: batchOperations(environment),
    subject: batchSubject,
    ...keptFor(profile),
    events: 'batch.events.v1',
    groups: isSandbox ? [...batchGroups, ...sandboxGroups] : batchGroups,
    commands: { topic: 'batch.commands.v1', deciders: () => batchDeciders },
    work: workingBy({ terms, environment, now, months: retentionOf(profile).paymentMonths }),
  };
  return terms.executor === 'core' ? withCoreBank(batch, approvals.keys) : batch;
}

interface WorkOptions extends ExecuteRunsOptions {
  readonly terms: ExecutionTerms;
  /** For which events of schedules are held. */
  readonly months: number;
}

function workingBy(options: WorkOptions): StartWork {
  return (service) => {
    const works = [
      startExecutingRuns(service, options),
      startReminding(service, options.terms.reminderMinutes),
      startMeasuring(service, options),
      startCarrying(carryingSchedules({ ...service, months: options.months })),
    ];
    return {
      stop: async () => {
        await Promise.all(works.map((work) => work.stop()));
      },
    };
  };
}

function withOrders(module: Type, readsInitiations: boolean): Type {
  @Module({ imports: [module], controllers: [notingOrders(readsInitiations)] })
  class BatchWithOrders {}
  return BatchWithOrders;
}

/** The last day to which an operator may set {@link BatchProcessSettings.ORDERS_AT_ONCE_UNTIL}, in days from today. */
const AT_ONCE_DAYS_MAX = 30;

/** The environment variables of the batch service's process. */
export class BatchProcessSettings extends ApprovalSettings {
  /** The bank's profile (docs/reference/bank-profile.md); default: the built-in one. */
  @Optional()
  @Path()
  NORDGATE_PROFILE?: string;

  /**
   * For an upgrade from a release whose approvals do not have the order, or a rollback to it: payments that were initiated
   * before this moment are in the order book at once.
   */
  @Optional()
  @MomentWithin(AT_ONCE_DAYS_MAX)
  ORDERS_AT_ONCE_UNTIL?: string;
}

/** What batch reads from its mounted files. */
interface BatchFiles {
  readonly databaseUrl: Current<string>;
  readonly profile: BankProfile;
  readonly operatorKeys: PublicKeys;
  readonly approvalKeys: PublicKeys;
}

/** The batch service as a process, with a door for the bank's operator. */
export const batchProcess: ProcessDefinition<BatchProcessSettings, BatchFiles> = {
  name: 'batch',
  settings: BatchProcessSettings,
  addresses: () => ({}),
  open: (settings, watch) => {
    const secrets = new SecretsFolder(settings.NORDGATE_SECRETS_DIR, watch);
    return readTogether({
      databaseUrl: watchDatabaseUrl(settings, watch),
      profile: bankProfileOf(settings),
      operatorKeys: secrets.publicKeys('operator'),
      approvalKeys: secrets.publicKeys('approvals'),
    });
  },
  operatorKeys: ({ operatorKeys }) => operatorKeys,
  start: async ({ settings, own, platform }) => {
    const { APPROVALS_UNSEALED_UNTIL: unsealedUntil } = settings;
    const approvals = { keys: own.approvalKeys, unsealedUntil };
    const options = { ordersAtOnceUntil: settings.ORDERS_AT_ONCE_UNTIL };
    const service = await runService(batchAppWith(own.profile, approvals, options), platform);
    return { service, addresses: [], operate: service.operate };
  },
};
