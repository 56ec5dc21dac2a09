import type { RunOpened, ScheduleEvent } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { defined, streamType, unreachable } from '@nordgate/decider';

/** Which run is open, and which slots have passed, as the fold of the events. */
export interface Schedule {
  /** The run that has not completed. */
  readonly open?: RunOpened['data'];
  /** The last slot of the profile that was opened: `day slot`, which sorts by time. */
  readonly lastSlot?: string;
  /** How many runs on demand there were. */
  readonly onDemand: number;
  /** The runs of the last requests on demand, the newest last. */
  readonly requests: readonly { readonly request: string; readonly runId: string }[];
}

/** Requests that a repeat can still come of: a repeat is sent within minutes. */
const requestsMax = 100;

function evolve(schedule: Schedule, event: ScheduleEvent): Schedule {
  switch (event.type) {
    case 'RunOpened': {
      const { day, slot, request, runId } = event.data;
      if (request === undefined) {
        return { ...schedule, open: event.data, lastSlot: slotPlace(day, slot) };
      }
      const requests = [...schedule.requests, { request, runId }].slice(-requestsMax);
      return { ...schedule, open: event.data, requests, onDemand: schedule.onDemand + 1 };
    }
    case 'RunClosed': {
      const { lastSlot, onDemand, requests } = schedule;
      return { onDemand, requests, ...defined({ lastSlot }) };
    }
    default:
      return unreachable(event);
  }
}

/** The place of a slot in time: sorts as text. */
export function slotPlace(day: string, slot: string): string {
  return `${day} ${slot}`;
}

/** Streams `schedule-<environment>`. */
export const scheduleStream = streamType<Schedule, ScheduleEvent, 'schedule'>({
  name: streams.schedule.category,
  stateVersion: 1,
  initial: { onDemand: 0, requests: [] },
  evolve,
  events: { RunOpened: { version: 1 }, RunClosed: { version: 1 } },
});
