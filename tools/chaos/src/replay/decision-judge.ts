import { isDeepStrictEqual } from 'node:util';
import { isRefusal } from '@nordgate/decider';
import type { MadeDecision } from '@nordgate/messaging';
import type { Service } from '../checker/evidence/evidence.js';
import type { HistoryDecision, HistoryEvent } from './history.js';
import { eventsOf, historyDecision } from './made-decision.js';
import type { StreamStates } from './stream-states.js';

/** An event with the command that caused it. */
export interface CausedEvent extends HistoryEvent {
  readonly commandId: string;
}

/** The decision in the form of a history; undefined for one that does not count. */
type Judge = (made: MadeDecision) => HistoryDecision | undefined;

/**
 * Says which decisions of a service count: the streams were as its decider saw them, and the store has its events, of its
 * command. A decision that an append refused was made again.
 */
export function decisionJudge(
  service: Service,
  states: StreamStates,
  stored: readonly CausedEvent[],
): Judge {
  const at = new Map(stored.map((one) => [placeOf(one), one]));
  return (made) => {
    const isSeen = made.saw.every((seen) => isSameState(states, seen));
    return isSeen && isStored(made, at) ? historyDecision(service, made) : undefined;
  };
}

const placeOf = ({ stream, version }: Pick<HistoryEvent, 'stream' | 'version'>) =>
  `${stream}@${String(version)}`;

function isSameState(states: StreamStates, seen: MadeDecision['saw'][number]): boolean {
  try {
    const state: unknown = JSON.parse(JSON.stringify(states.stateAt(seen)));
    return isDeepStrictEqual(state, seen.state);
  } catch {
    return false;
  }
}

/** Whether the store has the events of a decision, behind the versions that it saw, of its command. */
function isStored(
  { command, saw, decisions }: MadeDecision,
  at: ReadonlyMap<string, CausedEvent>,
): boolean {
  if (decisions.some(({ decision }) => isRefusal(decision))) return true;
  return [...eventsOf(decisions)].every(([stream, events]) => {
    const before = saw.find((seen) => seen.stream === stream)?.version ?? 0;
    return events.every(({ type, data }, nth) => {
      const stored = at.get(placeOf({ stream, version: before + nth + 1 }));
      const isOfCommand = stored?.commandId === command.id && stored.type === type;
      return isOfCommand && isDeepStrictEqual(stored.data, data);
    });
  });
}
