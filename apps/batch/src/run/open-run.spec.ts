import fc from 'fast-check';
import type { ApprovedOrder, ScheduleEvent } from '@nordgate/contracts/events';
import { isRefusal } from '@nordgate/decider';
import { spec } from '@nordgate/decider/testing';
import { batchRunStream } from '../domain/batch-run.js';
import { scheduleStream } from '../domain/schedule.js';
import type { Schedule } from '../domain/schedule.js';
import {
  meta,
  picked,
  pickingEnded,
  run,
  runCommand,
  runId,
  runOpened,
  runStarted,
  schedule,
} from '../testing/run-commands.js';
import { dueSlot, secondsSince } from './due-slot.js';
import { knownRunRows } from './known-runs.rows.js';
import { closeRun, openRun, openRunReceipt, startRun } from './open-run.js';
import type { OpenRun } from './open-run.js';

const { at } = meta;
const [day, slot, by] = ['2030-03-01', '13:30', 'scheduler'];
const toOpen = (data: OpenRun['data'], stream = schedule): OpenRun =>
  runCommand('OpenRun', stream, data);
const runClosed: ScheduleEvent = { type: 'RunClosed', data: { runId, at } };
const onDemand = (n: number, request?: string): ScheduleEvent => {
  const name = { runId: `${day}-now-${String(n)}`, day, slot: `now-${String(n)}` };
  return { type: 'RunOpened', data: { ...name, ...(request && { request }), by, at } };
};

const queued = (on = day) => ({
  type: 'RunQueued' as const,
  data: { runId: `${day}-now-1`, day: on, slot: 'now-1', by, at },
});
const joined = (request: string, awaits?: readonly ApprovedOrder[]): ScheduleEvent => ({
  type: 'RunJoined',
  data: { runId, request, at, ...(awaits && { awaits }) },
});

describe('opening a run', () => {
  const { given } = spec(scheduleStream, openRun);

  it('opens a slot once, however often it is asked for', () => {
    given().when(toOpen({ day, slot, by })).then(runOpened).again().thenNothing();
    given(runOpened, runClosed).when(toOpen({ day, slot, by })).thenNothing();
  });

  it('opens an earlier slot that was left out, as after a clock that was ahead', () => {
    const earlier = { runId: '2030-03-01-1130', day, slot: '11:30', by };
    given(runOpened, runClosed)
      .when(toOpen({ day, slot: '11:30', by }))
      .then({ type: 'RunOpened', data: { ...earlier, at } });
  });

  it('opens nothing for a slot while another run is open', () => {
    given(runOpened)
      .when(toOpen({ day, slot: '15:30', by }))
      .thenNothing();
  });

  it('queues one run on demand behind the open run, however many requests ask for one', () => {
    given(runOpened).when(toOpen({ day, by })).then(queued()).again().thenNothing();
    const request = toOpen({ day, request: 'tpp/1', by });
    given(runOpened).when(request).then(queued(), joined('tpp/1')).again().thenNothing();
    const other = toOpen({ day, request: 'tpp/2', by });
    given(runOpened, queued(), joined('tpp/1')).when(other).then(joined('tpp/2'));
  });

  it('lets the queued run execute the day of the last request, under the id that it has', () => {
    const later = '2030-03-02';
    const request = toOpen({ day: later, request: 'tpp/2', by });
    given(runOpened, queued(), joined('tpp/1')).when(request).then(queued(later), joined('tpp/2'));
  });

  it('answers a request that came while a run was open with both runs, also after them', () => {
    const request = toOpen({ day, request: 'tpp/1', by });
    const following = 'RunOpened' as const;
    const after = [
      ...[runOpened, queued(), joined('tpp/1')],
      runClosed,
      { type: following, data: { ...queued().data, by, at } },
    ];
    given(...after)
      .when(request)
      .thenNothing();
    const state = after.reduce(scheduleStream.evolve, scheduleStream.initial);
    const followingRunId = `${day}-now-1`;
    const receipt = { runId, startedAt: at, followingRunId };
    expect(openRunReceipt(state, request)).toEqual(receipt);
  });

  it('numbers the runs on demand, with and without a request', () => {
    given()
      .when(toOpen({ day, request: 'tpp/1', by }))
      .then(onDemand(1, 'tpp/1'));
    given(onDemand(1), { type: 'RunClosed', data: { runId: `${day}-now-1`, at } })
      .when(toOpen({ day, request: 'tpp/1', by }))
      .then(onDemand(2, 'tpp/1'));
  });

  it('opens nothing for the repeat of a request, even after its run', () => {
    given(onDemand(1, 'tpp/1'), { type: 'RunClosed', data: { runId: `${day}-now-1`, at } })
      .when(toOpen({ day, request: 'tpp/1', by }))
      .thenNothing();
  });

  it('names the run in the generation of the schedule', () => {
    const data = { runId: '2030-03-01-1330.2', day, slot, by, at };
    given().when(toOpen({ day, slot, by }, 'schedule-sandbox.2')).then({ type: 'RunOpened', data });
  });

  it('remembers a hundred slots and three hundred requests', () => {
    const many = Array.from({ length: 201 }, (_, n): ScheduleEvent[] => [
      { type: 'RunOpened', data: { runId: String(n), day, slot: String(n), by, at } },
      onDemand(n, `tpp/${String(n)}`),
      { type: 'RunJoined', data: { runId: String(n), request: `joined/${String(n)}`, at } },
    ]).flat();
    const state = many.reduce(scheduleStream.evolve, scheduleStream.initial);
    expect([state.slots.length, state.slots[0]]).toEqual([100, `${day} 101`]);
    expect([state.requests.length, state.requests[0]?.request]).toEqual([300, 'tpp/51']);
  });
});

describe('the receipt of opening a run', () => {
  const open = { runId: 'open', day, slot, by, at };
  const requests = [{ request: 'tpp/1', runId: 'first', startedAt: '2030-03-01T09:00:00.000Z' }];
  const state: Schedule = { open, slots: [], onDemand: 1, requests };

  it.each([
    [
      'the run of this very request',
      { request: 'tpp/1' },
      state,
      ['first', requests[0]?.startedAt],
    ],
    ['the open run for another request', { request: 'tpp/2' }, state, ['open', at]],
    ['the open run for a slot', { slot }, state, ['open', at]],
    ['nothing where no run is open', { slot }, scheduleStream.initial, [null, undefined]],
  ])('names %s', (_what, asked, known, expected) => {
    const receipt = openRunReceipt(known, toOpen({ day, by, ...asked }));
    expect([receipt.runId, receipt.startedAt]).toEqual(expected);
    expect(receipt.followingRunId).toBeUndefined();
  });
});

describe('closing a run', () => {
  const { given } = spec(scheduleStream, closeRun);

  it('lets the next one be opened, and ignores a run that is not open', () => {
    given(runOpened)
      .when(runCommand('CloseRun', schedule, { runId }))
      .then(runClosed)
      .again()
      .thenNothing();
    given(runOpened)
      .when(runCommand('CloseRun', schedule, { runId: 'another' }))
      .thenNothing();
  });

  it('opens the queued run in the same decision, with what all its requests wait for', () => {
    const first = { paymentId: 'a', version: 2 };
    const second = { paymentId: 'b', version: 3 };
    const asked = [joined('tpp/1', [first]), joined('tpp/2'), joined('tpp/3', [second])];
    const { data } = queued();
    given(runOpened, queued(), ...asked)
      .when(runCommand('CloseRun', schedule, { runId }))
      .then(runClosed, { type: 'RunOpened', data: { ...data, awaits: [first, second], at } });
    given(runOpened, queued(), joined('tpp/1'))
      .when(runCommand('CloseRun', schedule, { runId }))
      .then(runClosed, { type: 'RunOpened', data: { ...data, at } });
  });
});

describe('starting a run', () => {
  const { given } = spec(batchRunStream, startRun);
  const start = runCommand('StartRun', run, { runId, day, slot, by });

  it('begins it once', () => {
    given().when(start).then(runStarted).again().thenNothing();
    given(runStarted, picked, pickingEnded).when(start).thenNothing();
  });

  it.each([{ day: '2030-03-04' }, { slot: '15:30' }])('refuses another content: %j', (other) => {
    given(runStarted)
      .when(runCommand('StartRun', run, { runId, day, slot, by, ...other }))
      .thenRejected('CONFLICT');
  });

  it('is noted in the table of runs, and so is its completion', () => {
    expect(knownRunRows(start)).toMatchObject([{ row: [run, false] }]);
    const completion = { ...start, type: 'CompleteRun' } as never;
    expect(knownRunRows(completion)).toMatchObject([{ row: [run, true] }]);
  });
});

const slots = ['06:00', '09:30', '11:30', '13:30', '15:30'];
const longAgo = new Date('2029-01-01T00:00:00Z');

describe('the slot that is due', () => {
  it.each([
    ['before the first one of the day', '2030-03-01T04:59:59Z', undefined],
    ['at the first one', '2030-03-01T05:00:00Z', { day, slot: '06:00' }],
    ['at a time in summer', '2030-07-01T11:30:00Z', { day: '2030-07-01', slot: '13:30' }],
    ['long after the last one', '2030-03-01T22:59:59Z', { day, slot: '15:30' }],
    ['on a Saturday', '2030-03-02T12:00:00Z', undefined],
    ['on the Sunday on which summer begins', '2030-03-31T12:00:00Z', undefined],
    ['on the day after it', '2030-04-01T04:00:00Z', { day: '2030-04-01', slot: '06:00' }],
    ['on the Sunday on which summer ends', '2030-10-27T12:00:00Z', undefined],
    ['on the day after that', '2030-10-28T05:00:00Z', { day: '2030-10-28', slot: '06:00' }],
    ['on Ascension Day', '2030-05-30T12:00:00Z', undefined],
  ])('%s is right', (_when, now, expected) => {
    expect(dueSlot(new Date(now), slots, longAgo)).toEqual(expected);
  });

  it('is none that began before the schedule did', () => {
    const now = new Date('2030-03-01T13:00:00Z');
    expect(dueSlot(now, slots, new Date('2030-03-01T12:30:00Z'))).toBeUndefined();
    expect(dueSlot(now, slots, new Date('2030-03-01T12:29:59Z'))).toEqual({ day, slot });
  });
});

describe('the seconds since a slot', () => {
  it.each([
    ['in winter', '2030-03-01T12:31:59Z', 60],
    ['in summer', '2030-07-01T13:00:00Z', 5400],
  ])('count by the clock of Oslo %s', (_season, now, seconds) => {
    expect(secondsSince({ day, slot: '13:30' }, new Date(now))).toBe(seconds);
  });
});

/** A scheduler looks at one of these minutes, whatever its clock said before. */
const minutes = fc.integer({ min: 0, max: 14 * 24 * 60 });
const timeAt = (minute: number) => new Date(Date.parse('2030-03-25T00:00:00Z') + minute * 60_000);

describe('two schedulers and a clock that jumps', () => {
  /** Each scheduler sees some state of before, and sends what it finds due. */
  function opened(looks: readonly { readonly minute: number; readonly isStale: boolean }[]) {
    const history: ScheduleEvent[] = [];
    let [state, before] = [scheduleStream.initial, scheduleStream.initial];
    for (const { minute, isStale } of looks) {
      const due = dueSlot(timeAt(minute), slots, longAgo);
      const seen = isStale ? before : state;
      if (due === undefined || seen.open !== undefined) continue;
      const events = openRun(toOpen({ ...due, by }), state);
      if (isRefusal(events)) throw new Error('refused');
      before = state;
      const closes = events.flatMap(({ type, data }): readonly ScheduleEvent[] =>
        type === 'RunOpened' ? [{ type: 'RunClosed', data: { runId: data.runId, at } }] : [],
      );
      for (const event of [...events, ...closes]) {
        history.push(event);
        state = scheduleStream.evolve(state, event);
      }
    }
    return history.flatMap(({ type, data }) => (type === 'RunOpened' ? [data.runId] : []));
  }

  it('open each slot at most once, and each that a scheduler has seen due', () => {
    const look = fc.record({ minute: minutes, isStale: fc.boolean() });
    fc.assert(
      fc.property(fc.array(look, { maxLength: 60 }), (looks) => {
        const runs = opened(looks);
        expect(new Set(runs).size).toBe(runs.length);
        const due = looks.flatMap(({ minute }) => dueSlot(timeAt(minute), slots, longAgo) ?? []);
        const wanted = due.map((one) => `${one.day}-${one.slot.replace(':', '')}`);
        expect([...runs].sort()).toEqual([...new Set(wanted)].sort());
      }),
    );
  });

  it('open the slots of a fortnight in order when they look every minute', () => {
    const looks = Array.from({ length: 14 * 24 * 60 }, (_, minute) => ({ minute, isStale: false }));
    const runs = opened(looks);
    expect(runs).toEqual([...runs].sort());
    // Two weeks from a Monday, with ten banking days.
    expect(runs).toHaveLength(10 * slots.length);
  });
});
