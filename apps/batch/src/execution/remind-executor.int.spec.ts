import { readUntil } from '@nordgate/service/testing';
import { execution, executionId, toInstruct, toRecord } from '../testing/execution-commands.js';
import { batchOnABus } from '../testing/batch-on-a-bus.fixture.js';
import type { BatchOnABus } from '../testing/batch-on-a-bus.fixture.js';
import { overdueTransfers } from './overdue-transfers.rows.js';
import { remindSilent } from './remind-executor.work.js';

let batch: BatchOnABus;
beforeAll(async () => {
  batch = await batchOnABus();
  await batch.execute(toInstruct());
});
afterAll(() => batch.stop());

const always = new AbortController().signal;
const remind = (minutes: number) =>
  remindSilent(
    { database: batch.database(), commands: { execute: batch.execute } as never },
    minutes,
    always,
  );
const overdue = () => overdueTransfers(batch.database(), 10);

/** Lets the last event of the transfer be an hour old. */
async function anHourPasses(): Promise<void> {
  await batch
    .database()
    .pool.query(`update es.event set at = at - interval '1 hour' where stream_id = $1`, [
      execution,
    ]);
}

describe('a transfer without an outcome', () => {
  it('is left alone until the minutes of the profile have passed', async () => {
    expect(await remind(60)).toBe(0);
    expect(await overdue()).toEqual([]);
  });

  it('is asked for once when they have passed, and is on the list of the operator', async () => {
    await anHourPasses();
    expect(await remind(60)).toBe(1);
    expect(await remind(60)).toBe(0);
    expect(await overdue()).toEqual([
      {
        ...{ executionId, paymentId: executionId.split('_')[0], is: 'instructed' },
        ...{ executor: 'ledger', run: 'batch-run-2030-03-01-1330', reminders: 1 },
      },
    ]);
  });

  it('is asked for again after as long, and no more after its last outcome', async () => {
    await anHourPasses();
    expect(await remind(60)).toBe(1);
    expect(await overdue()).toMatchObject([{ reminders: 2 }]);
    await batch.execute(toRecord({ is: 'settled' }));
    await readUntil(overdue, ({ length }) => length === 0);
    await anHourPasses();
    expect(await remind(60)).toBe(0);
    expect(await overdue()).toEqual([]);
  });
});
