import { randomInt } from 'node:crypto';
import { EventStore, openDatabase } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { emptyTestDatabase } from '@nordgate/event-store/testing';
import { FakeCore } from '@nordgate/local/fake-core';
import type { LocalCommands } from '@nordgate/messaging';
import { createTopics, KafkaBus } from '@nordgate/messaging/kafka';
import { InProcessQueries, runService } from '@nordgate/service';
import type { Platform, RunningService, ServiceDefinition } from '@nordgate/service';
import { createLog, Health } from '@nordgate/telemetry';
import {
  batchWithCore,
  creditor,
  debtor,
  historyOf,
  instruct,
  transferOf,
} from '../testing/batch-with-core.fixture.js';

const log = createLog({ app: 'core-bank-test', level: 'silent' });
const brokers = (process.env['NORDGATE_TEST_KAFKA'] ?? '').split(',');
const settings = { brokers, clientId: 'core-bank-test' };
const settled = ['TransferInstructed', 'TransferStarted', 'TransferSettled'];

let local: LocalCommands;
const definition: ServiceDefinition = {
  ...batchWithCore,
  work: (service) => {
    local = service.commands;
    return batchWithCore.work?.(service) ?? { stop: () => Promise.resolve() };
  },
};

let url: string;
let drop: () => Promise<void>;
let database: Database;
let bank: { readonly bus: KafkaBus; readonly service: RunningService };
let coreBus: KafkaBus;
let core: FakeCore;
const first = randomInt(1, 2 ** 40);

/** The batch service as a process starts it: on its database, over the brokers. */
async function startBank() {
  const bus = new KafkaBus({ settings, log });
  const platform: Platform = {
    ...{ bus, queries: new InProcessQueries(), log, health: new Health() },
    databaseUrl: () => url,
    publishEvents: (...args) => bus.publishEvents(...args),
  };
  return { bus, service: await runService(definition, platform) };
}

/** In the order of a process: the bus takes nothing new before the service closes its database. */
async function stopBank(): Promise<void> {
  await bank.bus.close();
  await bank.service.stop();
}

beforeAll(async () => {
  ({ url, drop } = await emptyTestDatabase('core_bank'));
  await createTopics({ settings, log, replicationFactor: 1 });
  bank = await startBank();
  const options = { url, applicationName: 'core-bank-test', migrations: [], poolMax: 2 };
  database = await openDatabase(options);
  coreBus = new KafkaBus({ settings, log });
  core = new FakeCore({ bus: coreBus, reportsAccounts: false });
  for (const account of [debtor, creditor]) await core.reportAccount(account);
  await core.start();
});
afterAll(async () => {
  await core.stop();
  await coreBus.close();
  await stopBank();
  await database.close();
  await drop();
});

const batch = {
  eventsOf: (stream: string) => new EventStore(database, batchWithCore.streams).history(stream),
};

describe('the core over Kafka', () => {
  it('gets a transfer on its topic, and the outcomes on its topic settle the transfer', async () => {
    await local.execute(instruct(first));
    expect(await historyOf(batch, first, 3)).toEqual(settled);
  });

  it('settles once what was instructed before batch stopped', async () => {
    await core.stop();
    await local.execute(instruct(first + 1));
    await stopBank();
    await core.start();
    bank = await startBank();
    expect(await historyOf(batch, first + 1, 3)).toEqual(settled);
    expect(core.ordersOf(transferOf(first + 1))).toBeGreaterThan(0);
    expect(core.balanceOf(debtor.bban)).toBe('7499.00');
  });
});
