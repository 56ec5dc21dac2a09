import type { OperatorRequest } from '@nordgate/contracts/commands';
import { emptyTestDatabase, testDatabase } from '@nordgate/event-store/testing';
import { MemoryBus } from '@nordgate/messaging';
import { InProcessQueries, runService } from '@nordgate/service';
import { originOf } from '@nordgate/service/testing';
import { createLog, Health } from '@nordgate/telemetry';
import { accountsAppWith } from '../accounts.module.js';

/** Accounts on an empty database, with the door of the operator. */
export interface OperatedAccounts {
  readonly queries: InProcessQueries;
  operate(request: OperatorRequest): Promise<unknown>;
  stop(): Promise<void>;
}

/** @param name of the database, unique among the specs */
export async function startOperatedAccounts(name: string): Promise<OperatedAccounts> {
  const log = createLog({ app: 'accounts-test', level: 'silent' });
  const queries = new InProcessQueries();
  const bus = new MemoryBus({ log });
  const { url, drop } = await emptyTestDatabase(name);
  const batch = await testDatabase(`${name.replaceAll('-', '_')}_batch`);
  bus.attachEventTable('batch.events.v1', batch);
  const service = await runService(accountsAppWith(), {
    ...{ bus, queries, log, health: new Health() },
    databaseUrl: () => url,
    publishEvents: (topic, from) => bus.attachEventTable(topic, from),
  });
  return {
    queries,
    operate: (request) => service.operate(request, originOf()),
    stop: async () => {
      await bus.close();
      await service.stop();
      await batch.close();
      await drop();
    },
  };
}
