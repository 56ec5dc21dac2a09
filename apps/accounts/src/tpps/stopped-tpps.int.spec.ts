import { ListStoppedTpps } from '@nordgate/contracts/queries';
import type { OperatorRequest } from '@nordgate/contracts/commands';
import type { Database } from '@nordgate/event-store';
import { emptyTestDatabase, testDatabase } from '@nordgate/event-store/testing';
import type { TestDatabase } from '@nordgate/event-store/testing';
import { InProcessQueries, OperationError, runService } from '@nordgate/service';
import { MemoryBus } from '@nordgate/messaging';
import type { OperableService, ServiceDefinition } from '@nordgate/service';
import { originOf } from '@nordgate/service/testing';
import { createLog, Health } from '@nordgate/telemetry';
import { accountsAppWith } from '../accounts.module.js';

const log = createLog({ app: 'accounts-test', level: 'silent' });
const queries = new InProcessQueries();
const bus = new MemoryBus({ log });
const first = 'PSDNO-FSA-100000001';
const second = 'PSDNO-FSA-100000002';

let drop: () => Promise<void>;
let batch: TestDatabase;
let service: OperableService;
let lastId = 0;

beforeAll(async () => {
  const { url, drop: dropIt } = await emptyTestDatabase('accounts-stops');
  batch = await testDatabase('accounts_stops_batch');
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
const stop = (tppId: string, until?: string, by = id()) => {
  return operate({ name: 'StopTpp', id: by, tppId, until, reason: 'a reason' });
};
const release = (tppId: string) => operate({ name: 'ReleaseTpp', id: id(), tppId });
const stoppedOn = async (day: string) =>
  (await queries.ask(new ListStoppedTpps(day))).map(({ tppId }) => tppId);

describe('the list of stopped TPPs', () => {
  afterEach(async () => {
    await release(first);
    await release(second);
  });

  it('has whom the operator stopped, in order, and no longer whom it released', async () => {
    await stop(second);
    await stop(first);
    expect(await stoppedOn('2026-11-20')).toEqual([first, second]);
    await release(second);
    expect(await stoppedOn('2026-11-20')).toEqual([first]);
  });

  it('tells until when, why and since when', async () => {
    await stop(first, '2098-01-31');
    expect(await queries.ask(new ListStoppedTpps('2026-11-20'))).toEqual([
      {
        tppId: first,
        until: '2098-01-31',
        reason: 'a reason',
        since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
      },
    ]);
    expect(await operate({ name: 'ListStoppedTpps' })).toHaveLength(1);
  });

  it('has a TPP through its last day', async () => {
    await stop(first, '2098-01-31');
    expect(await stoppedOn('2098-01-31')).toEqual([first]);
    expect(await stoppedOn('2098-02-01')).toEqual([]);
  });

  it('takes the same request twice as one', async () => {
    await stop(first, undefined, 'request-twice');
    await release(first);
    await stop(first, undefined, 'request-twice');
    expect(await stoppedOn('2026-11-20')).toEqual([]);
  });

  it('refuses what cannot be done', async () => {
    await expect(stop(first, '2020-01-31')).rejects.toThrow(OperationError);
    await expect(stop('NO-1')).rejects.toThrow('tppId');
    expect(await stoppedOn('2019-01-01')).toEqual([]);
  });
});
