import { serviceOnABus } from '@nordgate/service/testing';
import type { ServiceOnABus } from '@nordgate/service/testing';
import {
  batchWithCore,
  historyOf,
  instruct,
  remind,
  transferOf,
} from '../testing/batch-with-core.fixture.js';
import { coreCheck } from './core-check.rows.js';

const neighbours = ['payments.events.v1', 'accounts.events.v1', 'sca.events.v1'] as const;
let batch: ServiceOnABus<(typeof neighbours)[number]>;
beforeAll(async () => {
  batch = await serviceOnABus(batchWithCore, neighbours);
});
afterAll(() => batch.stop());

/** The check now: each has no older result. */
const isUp = () =>
  coreCheck(batch.database())
    .check()
    .then(
      () => true,
      () => false,
    );

/** Lets the events of a transfer be older. */
async function passed(number: number, minutes: number): Promise<void> {
  await batch
    .database()
    .pool.query(`update es.event set at = at - make_interval(mins => $1) where stream_id = $2`, [
      minutes,
      `execution-${transferOf(number)}`,
    ]);
}

describe('the check of the core', () => {
  it('is up while nothing waits, and while a transfer waits that was not asked for again', async () => {
    expect(await isUp()).toBe(true);
    await batch.execute(instruct(1));
    await historyOf(batch, 1, 1);
    await passed(1, 60);
    expect(await isUp()).toBe(true);
  });

  it('is down when the core reports nothing for five minutes after it was asked again', async () => {
    await batch.execute(remind(1, 1));
    await historyOf(batch, 1, 2);
    expect(await isUp()).toBe(true);
    await passed(1, 6);
    expect(await isUp()).toBe(false);
  });

  it('is up again after any report of the core, also of another transfer', async () => {
    await batch.execute(instruct(2));
    await batch.execute({
      ...instruct(2),
      ...{ type: 'RecordOutcome', id: 'report-2' },
      data: { from: 'core', outcome: { is: 'settled' } },
    });
    await historyOf(batch, 2, 2);
    expect(await isUp()).toBe(true);
  });

  it('is a check of a bank with a core', () => {
    const names = batchWithCore.checks?.({ database: batch.database() }) ?? [];
    expect(names.map(({ name }) => name)).toEqual(['core']);
  });
});
