import { GetBatchRun } from '@nordgate/contracts/queries';
import { rebuild } from '@nordgate/event-store';
import { passTime } from '@nordgate/event-store/testing';
import { carryAll } from '@nordgate/service';
import { firstThat } from '@nordgate/testing';
import { scheduleStream } from '../domain/schedule.js';
import { batchOnABus, idleBatch, sunday } from '../testing/batch-on-a-bus.fixture.js';
import type { BatchOnABus } from '../testing/batch-on-a-bus.fixture.js';
import { carryingSchedules } from './carry-schedules.work.js';

const stream = 'schedule-production';
const meta = { at: `${sunday}T12:00:00.000Z`, actor: 'operator' };
/** The months of runs, and one month more. */
const longAgo = '73 months';

const always = new AbortController().signal;
/** Where nothing is due, nothing is decided or logged. */
const quiet = { months: 72, commands: undefined as never, log: undefined as never };

/** It keeps the database: each service that runs is another instance on it. */
let idle: BatchOnABus;
beforeEach(async () => {
  ({ batch: idle } = await idleBatch());
});
afterEach(() => idle.stop());

const pass = (time: string) => passTime(idle.database(), time);
const typesOf = async () => (await idle.eventsOf(stream)).map(({ type }) => type);
const stateOf = async () =>
  (
    await idle
      .database()
      .pool.query<{ state: unknown }>('select state from es.stream where stream_id = $1', [stream])
  ).rows[0]?.state;

/** A run on demand, with the same id for a repeat. */
function open(n: number) {
  const request = `request-${String(n)}`;
  const data = { day: sunday, request, by: 'operator' };
  return idle.execute({ type: 'OpenRun', id: request, stream, meta, data }) as Promise<{
    readonly runId: string;
  }>;
}

async function openAndClose(n: number): Promise<void> {
  const data = await open(n);
  await idle.execute({ type: 'CloseRun', id: `close-${String(n)}`, stream, meta, data });
}

/** A service runs until its periodic work has done this. */
async function runUntil(isDone: (types: readonly string[]) => boolean): Promise<void> {
  const running = await batchOnABus({ shared: idle.url });
  try {
    await firstThat('the schedule is carried forward', typesOf, isDone);
  } finally {
    await running.stop();
  }
}

describe('a batch that runs', () => {
  beforeEach(async () => {
    for (const n of [1, 2, 3]) await openAndClose(n);
  });

  it('carries its schedule forward, and drops the earlier events when the state is as old as runs are kept', async () => {
    const before = await stateOf();
    await pass('1 month');
    await runUntil((types) => types.at(-1) === 'ScheduleCarriedForward');
    expect(await typesOf()).toHaveLength(7);
    await pass(longAgo);
    await runUntil((types) => types.length === 1);
    expect(await typesOf()).toEqual(['ScheduleCarriedForward']);
    expect(await stateOf()).toEqual(before);
    const { rows } = await idle
      .database()
      .pool.query('select from es.inbox where stream_id = $1', [stream]);
    expect(rows).toHaveLength(1);
    const compare = { database: idle.database(), streamType: scheduleStream, mode: 'compare' };
    expect(await rebuild(compare as Parameters<typeof rebuild>[0])).toMatchObject({ drifted: [] });
  });

  it('knows the requests and the number of runs behind a state', async () => {
    await pass('1 month');
    await runUntil((types) => types.at(-1) === 'ScheduleCarriedForward');
    await pass(longAgo);
    await runUntil((types) => types.length === 1);
    expect(await open(2)).toMatchObject({ runId: `${sunday}-now-2` });
    expect(await typesOf()).toEqual(['ScheduleCarriedForward']);
    expect(await open(4)).toMatchObject({ runId: `${sunday}-now-4` });
  });

  it('ends a run behind a state that has it as open', async () => {
    const { runId } = await open(4);
    await pass('1 month');
    await idle.execute({ type: 'CarrySchedule', id: 'carry', stream, meta, data: {} });
    await pass(longAgo);
    const dropping = carryingSchedules({ ...quiet, database: idle.database() });
    expect(await carryAll(dropping, always)).toEqual({ carried: 0, dropped: 1 });
    await runUntil((types) => types.at(-1) === 'RunClosed');
    expect(await typesOf()).toEqual(['ScheduleCarriedForward', 'RunClosed']);
    expect(await idle.ask(new GetBatchRun(runId, null))).toMatchObject({ status: 'completed' });
  });
});
