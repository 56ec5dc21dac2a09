import { Controller, Module } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { BatchCommands } from '@nordgate/contracts/commands';
import { readReport } from '@nordgate/contracts/core';
import { streams } from '@nordgate/contracts/rules';
import type { SealKeys } from '@nordgate/contracts/rules';
import { commandFrom } from '@nordgate/decider';
import type { CommandOf, Reaction, ReceivedEvent } from '@nordgate/decider';
import { ReactsTo } from '@nordgate/messaging';
import type { ServiceDefinition } from '@nordgate/service';
import { coreCheck } from './core-check.rows.js';
import { startCoreOrders } from './core-orders.work.js';

/** What the bank's core reports of transfers. */
@Controller()
export class CoreBankConsumers {
  @ReactsTo('batch.core-outcomes', 'core.outcomes.v1')
  recordOutcome(@Payload() received: ReceivedEvent): Reaction {
    const { executionId, outcome } = readReport(received, ['TransferReported']).data;
    const command: Pick<CommandOf<BatchCommands, 'RecordOutcome'>, 'type' | 'stream' | 'data'> = {
      type: 'RecordOutcome',
      stream: streams.execution.id(executionId),
      data: { from: 'core', outcome },
    };
    return { commands: [commandFrom(received, command)] };
  }
}

/** The batch service with the bank's core as its executor, over the topics of the core. */
export function withCoreBank(batch: ServiceDefinition, keys: SealKeys): ServiceDefinition {
  @Module({ imports: [batch.module], controllers: [CoreBankConsumers] })
  class BatchWithCoreBank {}
  return {
    ...batch,
    module: BatchWithCoreBank,
    groups: [...(batch.groups ?? []), 'batch.core-outcomes'],
    checks: (service) => [...(batch.checks?.(service) ?? []), coreCheck(service.database)],
    work: (service) => {
      const { database, bus, log } = service;
      const onError = (err: unknown) => log.error({ err }, 'orders for the core are delayed');
      const orders = startCoreOrders({ database, bus, keys, onError });
      const others = batch.work?.(service);
      return {
        stop: async () => {
          await Promise.all([orders.stop(), others?.stop()]);
        },
      };
    },
  };
}
