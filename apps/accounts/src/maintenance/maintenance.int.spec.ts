import { GetMaintenance } from '@nordgate/contracts/queries';
import type { OperatorRequest } from '@nordgate/contracts/commands';
import { defined } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import { emptyTestDatabase, testDatabase } from '@nordgate/event-store/testing';
import type { TestDatabase } from '@nordgate/event-store/testing';
import { InProcessQueries, runService } from '@nordgate/service';
import { MemoryBus } from '@nordgate/messaging';
import type { OperableService, ServiceDefinition } from '@nordgate/service';
import { originOf } from '@nordgate/service/testing';
import { createLog, Health } from '@nordgate/telemetry';
import { accountsAppWith } from '../accounts.module.js';

const log = createLog({ app: 'accounts-test', level: 'silent' });
const queries = new InProcessQueries();
const bus = new MemoryBus({ log });

let drop: () => Promise<void>;
let batch: TestDatabase;
let service: OperableService;
let lastId = 0;

beforeAll(async () => {
  const { url, drop: dropIt } = await emptyTestDatabase('accounts-maintenance');
  batch = await testDatabase('accounts_maintenance_batch');
  bus.attachEventTable('batch.events.v1', batch);
  drop = dropIt;
  service = await runService(accountsAppWith(), {
    bus,
    queries,
    log,
    health: new Health(),
    databaseUrl: () => url,
    publishEvents: (topic: ServiceDefinition['events'], from: Database) =>
      bus.attachEventTable(topic, from),
  });
});
afterAll(async () => {
  await bus.close();
  await service.stop();
  await batch.close();
  await drop();
});

const operate = (request: OperatorRequest) => service.operate(request, originOf());
const id = () => `request-${String((lastId += 1))}`;

describe('the windows of maintenance', () => {
  const windows = () => queries.ask(new GetMaintenance());
  const plan = (from: string | undefined, until: string) =>
    operate({ name: 'PlanMaintenance', id: id(), ...defined({ from }), until, readsGoOn: true });

  it('are what the operator announced, until it takes them back', async () => {
    const in2Days = (hour: number) =>
      new Date(Date.now() + 48 * 3_600_000 + hour * 3_600_000).toISOString();
    const window = { from: in2Days(0), until: in2Days(2), readsGoOn: true };
    expect(await plan(window.from, window.until)).toEqual({ windows: [window] });
    expect(await windows()).toEqual([window]);
    expect(await operate({ name: 'ListMaintenance' })).toEqual([window]);
    await expect(plan(in2Days(1), in2Days(3))).rejects.toThrow('it overlaps the window from');
    const ended = await operate({ name: 'EndMaintenance', id: id(), from: window.from });
    expect(ended).toEqual({ windows: [] });
    expect(await windows()).toEqual([]);
  });

  it('begin at once without a begin, and end by a request', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await plan(undefined, until);
    const [running] = await windows();
    expect(running).toMatchObject({ until, readsGoOn: true });
    expect(Date.parse(running?.from ?? '')).toBeLessThanOrEqual(Date.now());
    expect(await operate({ name: 'EndMaintenance', id: id() })).toEqual({ windows: [] });
  });
});
