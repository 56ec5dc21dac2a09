import type { RunOpened, ScheduleEvent } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { streamType, unreachable } from '@nordgate/decider';

/** Which run is open, and which slots were opened, as the fold of the events. */
export interface Schedule {
  /** The run that has not completed. */
  readonly open?: RunOpened['data'];
  /** The slots of the profile that were opened last: `day slot`, the newest last. */
  readonly slots: readonly string[];
  /** How many runs on demand there were. */
  readonly onDemand: number;
  /** The runs of the last requests on demand, the newest last. */
  readonly requests: readonly { readonly request: string; readonly runId: string }[];
}

/** Requests that a repeat can still come of: a repeat is sent within minutes. */
const requestsMax = 100;
/** A clock that jumps back further finds that the run of the slot has completed: nothing is executed again. */
const slotsMax = 100;

function evolve(schedule: Schedule, event: ScheduleEvent): Schedule {
  switch (event.type) {
    case 'RunOpened': {
      const { day, slot, request, runId } = event.data;
      if (!slot.startsWith(onDemandSlot)) {
        const slots = [...schedule.slots, slotPlace(day, slot)].slice(-slotsMax);
        return { ...schedule, open: event.data, slots };
      }
      const known = request === undefined ? schedule : remembering(schedule, request, runId);
      return { ...known, open: event.data, onDemand: schedule.onDemand + 1 };
    }
    case 'RunJoined':
      return remembering(schedule, event.data.request, event.data.runId);
    case 'RunClosed': {
      const { slots, onDemand, requests } = schedule;
      return { slots, onDemand, requests };
    }
    default:
      return unreachable(event);
  }
}

function remembering(schedule: Schedule, request: string, runId: string): Schedule {
  const requests = [...schedule.requests, { request, runId }].slice(-requestsMax);
  return { ...schedule, requests };
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
  stateVersion: 1,
  initial: { slots: [], onDemand: 0, requests: [] },
  evolve,
  events: { RunOpened: { version: 1 }, RunJoined: { version: 1 }, RunClosed: { version: 1 } },
});
