import { beginningsOf, fold, isRefusal } from '@nordgate/decider';
import type { Decision } from '@nordgate/decider';
import { spec } from '@nordgate/decider/testing';
import type { ScheduleEvent } from '@nordgate/contracts/events';
import fc from 'fast-check';
import { scheduleStream } from '../domain/schedule.js';
import type { Schedule } from '../domain/schedule.js';
import { runCommand, runId, runOpened, schedule } from '../testing/run-commands.js';
import { carrySchedule, closeRun, openRun } from './open-run.js';
import type { OpenRun } from './open-run.js';

const carry = runCommand('CarrySchedule', schedule, {});
const carriedAt = carry.meta.at;
const by = 'scheduler';
const carried = (state: Schedule) => written(carrySchedule(carry, state));

function written(decision: Decision<ScheduleEvent>): readonly ScheduleEvent[] {
  if (isRefusal(decision)) throw new Error('refused');
  return decision;
}

describe('a schedule that is carried forward', () => {
  const { given } = spec(scheduleStream, carrySchedule);

  it('is recorded with the run that is open', () => {
    const { data: open } = runOpened;
    given(runOpened)
      .when(carry)
      .then({
        type: 'ScheduleCarriedForward',
        data: { open, slots: ['2030-03-01 13:30'], onDemand: 0, requests: [], carriedAt } as never,
      });
  });

  it('is recorded without a run when none is open', () => {
    given(runOpened, { type: 'RunClosed', data: { runId, at: carriedAt } })
      .when(carry)
      .then({
        type: 'ScheduleCarriedForward',
        data: { slots: ['2030-03-01 13:30'], onDemand: 0, requests: [], carriedAt },
      });
  });

  it('is not recorded when nothing was opened', () => {
    given().when(carry).thenNothing();
  });
});

/** What a scheduler and TPPs do: they open slots and runs on demand, and runs are closed. */
type Asked = OpenRun['data'] | 'close';
const days = fc.integer({ min: 10, max: 28 }).map((day) => `2030-03-${String(day)}`);
const asked: fc.Arbitrary<Asked> = fc.oneof(
  fc.record({ day: days, slot: fc.constantFrom('06:00', '13:30'), by: fc.constant(by) }),
  fc.tuple(days, fc.nat({ max: 400 }), fc.boolean()).map(([day, n, waits]) => ({
    ...{ day, request: `tpp/${String(n)}`, by },
    ...(waits && { awaits: [{ paymentId: `payment-${String(n)}`, version: 2 }] }),
  })),
  fc.constant('close' as const),
);
const histories = fc.array(asked, { maxLength: 400, size: 'max' });

/** The events that the deciders write for these, and the state after them. */
function played(steps: readonly Asked[], from: Schedule) {
  const events: ScheduleEvent[] = [];
  let state = from;
  for (const step of steps) {
    const decided =
      step === 'close'
        ? closeRun(runCommand('CloseRun', schedule, { runId: state.open?.runId ?? '' }), state)
        : openRun(runCommand('OpenRun', schedule, step), state);
    events.push(...written(decided));
    state = written(decided).reduce(scheduleStream.evolve, state);
  }
  return { events, state };
}

describe('the fold of a schedule that was carried forward', () => {
  it('is the same without what was before, and so is what is decided on it', () => {
    fc.assert(
      fc.property(histories, histories, (before, after) => {
        const { events, state } = played(before, scheduleStream.initial);
        const [event] = carried(state);
        if (event === undefined) return expect(events).toEqual([]);
        expect(beginningsOf(scheduleStream)).toContain(event.type);
        const begun = fold(scheduleStream, [event]);
        expect(begun).toEqual(fold(scheduleStream, events));
        expect(played(after, begun)).toEqual(played(after, state));
        // Nobody has to know what came before an event that has the whole state.
        expect(fold(scheduleStream, [...events, event])).toEqual(begun);
      }),
      { numRuns: 50 },
    );
  });
});
