import { tally, tallyCommand } from '@nordgate/decider/testing';
import { EventStore, handleSlice } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import {
  lastCounts,
  projectionDatabase,
  testDatabase,
  unprojectableBy,
} from '@nordgate/event-store/testing';
import type { TestDatabase } from '@nordgate/event-store/testing';
import { createLog, Health, instrumentsOf, startTelemetry } from '@nordgate/telemetry';
import { eventually } from '@nordgate/testing';
import type { Platform } from './platform.js';
import { DiskGrowth } from '../operations/disk-growth.js';
import { measureService } from './service-metrics.js';
import { startProjections } from './service-projections.js';

const telemetry = startTelemetry({ service: 'test', version: '0' });
let own: TestDatabase;
let database: Database;
beforeEach(async () => {
  own = await testDatabase('service-metrics');
  const strategy = { groups: ['payments', 'payments.baskets'] };
  database = measureService({
    ...{ name: 'payments', database: own, strategy, disk: new DiskGrowth(), everyMs: 5 },
  });
});
afterEach(async () => {
  await database.close();
});
afterAll(() => telemetry.stop());

const until = (condition: () => boolean | Promise<boolean>) =>
  eventually('the wanted value', condition);

const park = (consumer: string, offset: string) =>
  database.pool.query(
    `insert into es.parked (consumer, key, topic, partition, "offset", reason, payload, headers)
     values ($1, 'k', 'payments.commands.v1', 0, $2, 'no', '{}', '{}')`,
    [consumer, offset],
  );
const depthOf = (group: string) =>
  new RegExp(`{messaging_consumer_group_name="${group}"} (\\d+)`).exec(
    instrumentsOf().parkDepth.text(),
  )?.[1];

describe('the parked messages of a service', () => {
  it('are counted per group while they wait, also of a group that this release does not have', async () => {
    await until(() => depthOf('payments') === '0' && depthOf('payments.baskets') === '0');
    await park('payments', '1');
    await park('payments', '2');
    await park('payments.old', '3');
    await until(() => depthOf('payments') === '2' && depthOf('payments.old') === '1');
    await database.pool.query(`update es.parked set discarded_at = now() where "offset" = '1'`);
    await database.pool.query(`delete from es.parked where consumer = 'payments.old'`);
    await until(() => depthOf('payments') === '1' && depthOf('payments.old') === '0');
  });

  it('are not shown after the end', async () => {
    await until(() => depthOf('payments') !== undefined);
    await database.close();
    expect(instrumentsOf().parkDepth.text()).toBe('');
    own = await testDatabase('service-metrics');
    database = own;
  });
});

describe('the pool of a service', () => {
  const connections = (state: string) =>
    Number(
      new RegExp(`{nordgate_app="payments",nordgate_pool_state="${state}"} (\\d+)`).exec(
        instrumentsOf().poolConnections.text(),
      )?.[1],
    );

  it('shows the connections in use and who waits for one, and how long the wait was', async () => {
    const taken = await Promise.all(Array.from({ length: 10 }, () => database.pool.connect()));
    const waiting = database.pool.query('select 1');
    await until(() => connections('used') === 10 && connections('waiting') > 0);
    for (const client of taken) client.release();
    await waiting;
    await until(() => connections('waiting') === 0 && connections('idle') > 0);
    const count = async () => {
      const found = /nordgate_pool_wait_seconds_count\{.*nordgate_app="payments".*\} (\d+)/.exec(
        await telemetry.scrape(),
      );
      return Number(found?.[1]);
    };
    expect(await count()).toBeGreaterThanOrEqual(11);
  });
});

describe('the lag of a projection', () => {
  let projecting: TestDatabase;
  beforeEach(async () => void (projecting = await projectionDatabase('service-projections')));
  afterEach(() => projecting.close());

  /** An event of a minute ago. */
  async function counted(by: number): Promise<void> {
    const command = tallyCommand('c-1', 'a', 'Count', { by });
    const source = { topic: 'test', partition: 0, offset: '1', payload: {}, headers: {} };
    const events = [{ type: 'Counted', data: { by } }] as const;
    await handleSlice({
      store: new EventStore(projecting, [tally]),
      consumer: 'test',
      items: [{ key: command.stream, commands: [command], source }],
      execute: (one, work) => Promise.resolve(work.root(tally, one.stream).run(() => events, one)),
    });
    await projecting.pool.query(`update es.event set at = at - interval '60 seconds'`);
  }

  function startWith(...projections: readonly (typeof lastCounts)[]) {
    const log = createLog({ app: 'test', level: 'silent' });
    const platform = { health: new Health(), log } as unknown as Platform;
    return startProjections(
      { name: 'payments', streams: [tally], projections },
      platform,
      projecting,
    );
  }

  it('is the age of the event at which the projection stands still', async () => {
    await counted(unprojectableBy);
    const running = startWith(lastCounts);
    const lag = () => instrumentsOf().projectionLag.text().trim().split(' ').at(-1);
    await until(() => lag() !== '');
    expect(Number(lag())).toBeGreaterThan(59);
    await running.stop();
    expect(instrumentsOf().projectionLag.text()).toBe('');
  });

  it('is not shown of one that leaves and that nobody has followed', async () => {
    await counted(1);
    const running = startWith(
      { ...lastCounts, isLeaving: true },
      { ...lastCounts, name: 'others' },
    );
    await until(() => instrumentsOf().projectionLag.text().includes('"others"'));
    expect(instrumentsOf().projectionLag.text()).not.toContain(`"${lastCounts.name}"`);
    await running.stop();
  });
});
