import { readUntil } from '@nordgate/service/testing';
import { instrumentsOf } from '@nordgate/telemetry';
import { advanceOpenRun, openDueSlot } from '../execute-runs/run-steps.work.js';
import type { RunWorker } from '../execute-runs/run-steps.work.js';
import { contradictions } from '../execution/contradictions.rows.js';
import { remindSilent } from '../execution/remind-executor.work.js';
import { execution, toInstruct, toRecord } from '../testing/execution-commands.js';
import { idleBatch } from '../testing/batch-on-a-bus.fixture.js';
import type { IdleBatch } from '../testing/batch-on-a-bus.fixture.js';
import { measureBatch, startMeasuring } from './measure-batch.work.js';

let idle: IdleBatch;
beforeAll(async () => {
  idle = await idleBatch();
  // Slots before a generation are not due.
  await idle.worker.database.pool.query(`update known_generation set since = '2030-01-01'`);
});
afterAll(() => idle.batch.stop());

const gauges = ['openRunAge', 'lastRunEnd', 'slotDelay', 'overdueTransfers', 'contradictions'];

/** The gauges with a value. */
function shown(): Record<string, number> {
  const all = Object.entries(instrumentsOf()).filter(([name]) => gauges.includes(name));
  const values = all.map(([name, gauge]: [string, { text?: () => string }]) => {
    const [, value] = / (\S+)\n$/.exec(gauge.text?.() ?? '') ?? [];
    return [name, value] as const;
  });
  return Object.fromEntries(
    values.flatMap(([name, value]) => (value === undefined ? [] : [[name, Number(value)]])),
  );
}

/** The bank at a time on Monday, 2030-03-04, in Oslo. */
const at = (time: string): RunWorker => ({
  ...idle.worker,
  now: () => new Date(`2030-03-04T${time}+01:00`),
});
async function measuredAt(time: string): Promise<Record<string, number>> {
  await measureBatch(at(time));
  return shown();
}

const calm = { openRunAge: 0, slotDelay: 0, overdueTransfers: 0, contradictions: 0 };

describe('the gauges of the batch', () => {
  it('show nothing late on a Sunday, and no end before the first run', async () => {
    await measureBatch(idle.worker);
    expect(shown()).toEqual(calm);
  });

  it('show how late a slot of a banking day is that no run was opened for', async () => {
    expect(await measuredAt('05:59:00')).toEqual(calm);
    expect(await measuredAt('06:20:00')).toEqual({ ...calm, slotDelay: 1200 });
  });

  it('show the age of a run that has picked nothing yet, and the next slot that it delays', async () => {
    await openDueSlot(at('06:20:00'));
    await advanceOpenRun(at('06:20:00'));
    expect(await measuredAt('06:30:00')).toEqual({ ...calm, openRunAge: 600 });
    expect(await measuredAt('13:31:00')).toEqual({ ...calm, openRunAge: 25_860, slotDelay: 60 });
  });

  it('show the end of the last run', async () => {
    while ((await advanceOpenRun(at('06:40:00'))) === 'moved');
    const lastRunEnd = Date.parse('2030-03-04T05:40:00Z') / 1000;
    expect(await measuredAt('06:50:00')).toEqual({ ...calm, lastRunEnd });
  });

  it('count transfers that are overdue, and outcomes that contradict', async () => {
    const { database, commands } = idle.worker;
    await idle.batch.execute(toInstruct());
    await database.pool.query(
      `update es.event set at = at - interval '1 hour' where stream_id = $1`,
      [execution],
    );
    expect(await measuredAt('06:50:00')).toMatchObject({ overdueTransfers: 0 });
    await remindSilent({ database, commands } as never, 60, new AbortController().signal);
    expect(await measuredAt('06:50:00')).toMatchObject({ overdueTransfers: 1, contradictions: 0 });
    await idle.batch.execute(toRecord({ is: 'settled' }));
    await idle.batch.execute(toRecord({ is: 'declined', reason: 'no-funds' }));
    await readUntil(
      () => contradictions(database, 10),
      ({ length }) => length === 1,
    );
    expect(await measuredAt('06:50:00')).toMatchObject({ overdueTransfers: 0, contradictions: 1 });
  });

  it('are measured while batch runs, and not shown afterwards', async () => {
    const { database, terms, environment, now } = idle.worker;
    await measuredAt('06:20:00');
    const work = startMeasuring({ database } as never, { terms, environment, now });
    await readUntil(
      () => Promise.resolve(shown()),
      ({ openRunAge, slotDelay }) => openRunAge === 0 && slotDelay === 0,
    );
    await work.stop();
    expect(shown()).toEqual({});
  });
});
