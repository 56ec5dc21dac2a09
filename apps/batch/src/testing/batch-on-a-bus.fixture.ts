import type { BankProfile } from '@nordgate/contracts/profile';
import type { PaymentClaimed } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { sealedPayment, testApprovals } from '@nordgate/contracts/testing';
import { EventStore } from '@nordgate/event-store';
import type { StartWork } from '@nordgate/service';
import { serviceOnABus } from '@nordgate/service/testing';
import type { ServiceOnABus } from '@nordgate/service/testing';
import { batchAppWith, batchMigrations } from '../batch.module.js';
import { batchRunStream } from '../domain/batch-run.js';
import { scheduleStream } from '../domain/schedule.js';
import { worldMoveStream } from '../domain/world-move.js';
import type { RunWorker } from '../execute-runs/run-steps.work.js';
import { aProfile } from './a-profile.js';

const neighbours = ['payments.events.v1', 'accounts.events.v1', 'sca.events.v1'] as const;

export type BatchOnABus = ServiceOnABus<(typeof neighbours)[number]>;

export interface BatchOptions {
  readonly profile?: BankProfile;
  /** Default: a Sunday, on which no slot is due. */
  readonly now?: () => Date;
  /** The address of the database of another instance. */
  readonly shared?: string;
  readonly ordersAtOnceUntil?: string;
}

/** A Sunday in Oslo: only runs on demand. */
export const sunday = '2030-03-03';

/** Starts batch on its own databases, or as another instance on a shared one. */
export function batchOnABus({
  profile = aProfile,
  now = () => new Date(`${sunday}T12:00:00Z`),
  shared,
  ordersAtOnceUntil,
}: BatchOptions = {}): Promise<BatchOnABus> {
  const app = batchAppWith(profile, testApprovals, { now, ordersAtOnceUntil });
  return approving(serviceOnABus({ ...app, migrations: batchMigrations }, neighbours, shared));
}

/** A claim comes after the approval of its payment, with the seal of sca, where a test says nothing of it. */
async function approving(starting: Promise<BatchOnABus>): Promise<BatchOnABus> {
  const batch = await starting;
  const approved = new Set<string>();
  return {
    ...batch,
    happens: async (topic, stream, version, event) => {
      const isFirst = event.type === 'PaymentClaimed' && !approved.has(stream);
      if (isFirst) {
        approved.add(stream);
        const { order } = (event as PaymentClaimed).data;
        const proof = sealedPayment(streams.payment.idOf(stream), order.instruction);
        await batch.happens('sca.events.v1', proof.stream, 4, proof.event);
      }
      await batch.happens(topic, stream, version, event);
    },
  };
}

/** Batch without its own work, and a worker that takes the steps that a test wants. */
export interface IdleBatch {
  readonly batch: BatchOnABus;
  readonly worker: RunWorker;
}

/** Starts batch without its work by the clock. */
export async function idleBatch(now = () => new Date(`${sunday}T12:00:00Z`)): Promise<IdleBatch> {
  const app = batchAppWith(aProfile, testApprovals, { now });
  let service: Parameters<StartWork>[0] | undefined;
  const work: StartWork = (running) => {
    service = running;
    return { stop: () => Promise.resolve() };
  };
  // Its steps work in the worlds of a sandbox as well.
  const parts = { work, migrations: batchMigrations };
  const batch = await approving(serviceOnABus({ ...app, ...parts }, neighbours));
  if (service === undefined) throw new Error('batch has started no work');
  const { database, commands, log } = service;
  const store = new EventStore(database, [scheduleStream, batchRunStream, worldMoveStream]);
  const terms = { runs: ['06:00', '13:30'] };
  const worker = {
    database,
    store,
    commands,
    log,
    terms,
    environment: 'production',
    ...{ generation: 0, isLive: true, uncompleted: [] },
    now,
  };
  return { batch, worker };
}
