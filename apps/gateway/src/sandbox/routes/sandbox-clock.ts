import type { SandboxClock, SandboxClockChange } from '@nordgate/contracts/http';
import type { World } from '@nordgate/contracts/queries';
import { clockMoves, notForward, ofCore, tooFar } from '@nordgate/contracts/rules';
import type { TextKey } from '@nordgate/contracts/texts';
import type { Refusal } from '@nordgate/decider';
import { fault, RequestError, unavailable } from '../../reply/request-error.js';
import { requestIdReused } from './by-hand.js';

/** The path of the clock. */
export const clockPath = 'v1/sandbox/clock';

/** The clock of a world at its time. */
export function clockOf({ move }: Pick<World, 'move'>, now: Date): SandboxClock {
  const links = { _links: { self: { href: `/${clockPath}`, verbs: ['GET', 'PUT'] } } } as const;
  if (move === undefined) return { now: now.toISOString(), state: 'ready', ...links };
  const [from, to] = [Date.parse(move.from), Date.parse(move.to)];
  const progress = Math.min(Math.max((now.getTime() - from) / (to - from), 0), 1);
  return {
    now: now.toISOString(),
    state: 'advancing',
    target: move.to,
    progress: Math.floor(progress * 100),
    ...links,
  };
}

/** The member that says where the clock moves to. Throws RequestError, FORMAT_ERROR, for both and for neither. */
export function memberOf({ now, advance }: SandboxClockChange): 'now' | 'advance' {
  if ((now === undefined) === (advance === undefined)) {
    throw new RequestError([fault('FORMAT_ERROR', 'sandbox.clock.one')]);
  }
  return now === undefined ? 'advance' : 'now';
}

/** 400: where the clock cannot move to, at a member of the body. */
export function clockFault(text: TextKey, member: 'now' | 'advance'): RequestError {
  return new RequestError([fault('FORMAT_ERROR', text, `/${member}`)]);
}

/** The answer to a move that was refused. */
export function refusedMove({ refused, text }: Refusal, member: 'now' | 'advance'): RequestError {
  switch (text) {
    case notForward:
      return clockFault('sandbox.clock.notForward', member);
    case tooFar:
      return clockFault('sandbox.clock.tooFar', member);
    case clockMoves:
      return new RequestError([fault('CONFLICT', 'sandbox.clock.moving')]);
    case ofCore:
      return new RequestError([fault('CONFLICT', 'sandbox.clock.ofCore')]);
    case undefined:
      return refused === 'CONFLICT' ? requestIdReused() : unavailable();
    default:
      return unavailable();
  }
}
