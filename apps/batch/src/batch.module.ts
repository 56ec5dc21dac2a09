import { Module } from '@nestjs/common';
import { executionTermsOf } from '@nordgate/contracts/profile';
import type { BankProfile } from '@nordgate/contracts/profile';
import { runService } from '@nordgate/service';
import type { ServiceDefinition } from '@nordgate/service';
import {
  bankProfileOf,
  databaseUrlOf,
  Optional,
  Path,
  readTogether,
  SecretsFolder,
  ServiceSettings,
} from '@nordgate/service/process';
import type { KeySet, ProcessDefinition } from '@nordgate/service/process';
import { BatchConsumers, EXECUTION_TERMS } from './batch.consumers.js';
import { batchDeciders } from './batch.deciders.js';
import { withCoreBank } from './core-bank/core-bank.consumers.js';
import { batchRunStream } from './domain/batch-run.js';
import { executionStream } from './domain/execution.js';
import { holdStream } from './domain/hold.js';
import { scheduleStream } from './domain/schedule.js';

/** What batch answers and reacts to; `batch.deciders.ts` lists its commands. */
@Module({ controllers: [BatchConsumers] })
export class BatchModule {}

/** The batch service of a bank with this profile. */
export function batchAppWith(profile: BankProfile): ServiceDefinition {
  const terms = executionTermsOf(profile);
  const batch: ServiceDefinition = {
    name: 'batch',
    module: BatchModule,
    streams: [scheduleStream, batchRunStream, executionStream, holdStream],
    migrations: [],
    providers: [{ provide: EXECUTION_TERMS, useValue: terms }],
    events: 'batch.events.v1',
    commands: { topic: 'batch.commands.v1', deciders: () => batchDeciders },
  };
  return terms.executor === 'core' ? withCoreBank(batch) : batch;
}

/** The environment variables of the batch service's process. */
export class BatchProcessSettings extends ServiceSettings {
  /** The bank's profile (docs/reference/bank-profile.md); default: the built-in one. */
  @Optional()
  @Path()
  NORDGATE_PROFILE?: string;
}

/** What batch reads from its mounted files. */
interface BatchFiles {
  readonly databaseUrl: string;
  readonly profile: BankProfile;
  readonly operatorKeys: KeySet;
}

/** The batch service as a process, with a door for the bank's operator. */
export const batchProcess: ProcessDefinition<BatchProcessSettings, BatchFiles> = {
  name: 'batch',
  settings: BatchProcessSettings,
  addresses: () => ({}),
  open: (settings) =>
    readTogether({
      databaseUrl: databaseUrlOf(settings),
      profile: bankProfileOf(settings),
      operatorKeys: new SecretsFolder(settings.NORDGATE_SECRETS_DIR).keySet('operator.json'),
    }),
  operatorKeys: ({ operatorKeys }) => operatorKeys,
  start: async ({ own, platform }) => {
    const service = await runService(batchAppWith(own.profile), platform);
    return { service, addresses: [], operate: service.operate };
  },
};
