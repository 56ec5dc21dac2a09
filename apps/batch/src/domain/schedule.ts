import type {
  AnsweredRequest,
  QueuedRun,
  RunJoined,
  RunOpened,
  ScheduleCarriedForward,
  ScheduleEvent,
} from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { defined, streamType, unreachable } from '@nordgate/decider';

/**
 * Which run is open, which one follows, and which slots were opened, as the fold of the events. ScheduleCarriedForward has all of it: a new
 * member is a new version of this event.
 */
export interface Schedule {
  /** The run that has not completed. */
  readonly open?: RunOpened['data'];
  readonly queued?: QueuedRun;
  /** The slots of the profile that were opened last: `day slot`, the newest last. */
  readonly slots: readonly string[];
  /** How many runs on demand were opened. */
  readonly onDemand: number;
  /** The last requests for runs on demand, the newest last. */
  readonly requests: readonly AnsweredRequest[];
}

/** Requests that a repeat can still come of: a repeat is sent within minutes. */
const requestsMax = 300;
/** A clock that jumps back further finds that the run of the slot has completed: nothing is executed again. */
const slotsMax = 100;
/** What a run waits for at most; the newest approvals come last into the order book. */
const awaitsMax = 1000;

function evolve(schedule: Schedule, event: ScheduleEvent): Schedule {
  switch (event.type) {
    case 'RunOpened':
      return opened(schedule, event.data);
    case 'RunJoined':
      return joined(schedule, event.data);
    case 'RunQueued': {
      const { runId, day, slot, by } = event.data;
      const { awaits = [] } = schedule.queued ?? {};
      return { ...schedule, queued: { runId, day, slot, by, awaits } };
    }
    case 'RunClosed': {
      const { queued, slots, onDemand, requests } = schedule;
      return { slots, onDemand, requests, ...defined({ queued }) };
    }
    case 'ScheduleCarriedForward':
      return carriedOver(event.data);
    default:
      return unreachable(event);
  }
}

function carriedOver({
  carriedAt: _carriedAt,
  ...schedule
}: ScheduleCarriedForward['data']): Schedule {
  return schedule;
}

function opened({ queued, ...schedule }: Schedule, run: RunOpened['data']): Schedule {
  const { day, slot, request, runId, at: startedAt } = run;
  if (!slot.startsWith(onDemandSlot)) {
    const slots = [...schedule.slots, slotPlace(day, slot)].slice(-slotsMax);
    return { ...schedule, ...defined({ queued }), open: run, slots };
  }
  const left = queued?.runId === runId ? undefined : queued;
  const known = { ...schedule, ...defined({ queued: left }), open: run };
  const counted = { ...known, onDemand: schedule.onDemand + 1 };
  return request === undefined ? counted : remembering(counted, { request, runId, startedAt });
}

function joined(schedule: Schedule, { runId, request, awaits = [] }: RunJoined['data']): Schedule {
  const { open, queued } = schedule;
  const answer = { request, runId, ...defined({ startedAt: open?.at }) };
  if (queued === undefined) return remembering(schedule, answer);
  const all = [...queued.awaits, ...awaits].slice(-awaitsMax);
  const following = { ...schedule, queued: { ...queued, awaits: all } };
  return remembering(following, { ...answer, followingRunId: queued.runId });
}

function remembering(schedule: Schedule, answer: AnsweredRequest): Schedule {
  return { ...schedule, requests: [...schedule.requests, answer].slice(-requestsMax) };
}

/** What the slots of runs on demand begin with. */
const onDemandSlot = 'now-';

/** The slot of the nth run on demand. */
export function slotOnDemand(n: number): string {
  return `${onDemandSlot}${String(n)}`;
}

/** The place of a slot in time: sorts as text. */
export function slotPlace(day: string, slot: string): string {
  return `${day} ${slot}`;
}

/** Streams `schedule-<environment>`. */
export const scheduleStream = streamType<Schedule, ScheduleEvent, 'schedule'>({
  name: streams.schedule.category,
  stateVersion: 2,
  initial: { slots: [], onDemand: 0, requests: [] },
  evolve,
  events: {
    RunOpened: { version: 1 },
    RunJoined: { version: 1 },
    RunQueued: { version: 1 },
    RunClosed: { version: 1 },
    ScheduleCarriedForward: { version: 1 },
  },
  carriedForwardBy: 'ScheduleCarriedForward',
});
