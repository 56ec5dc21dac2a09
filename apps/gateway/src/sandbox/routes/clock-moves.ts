import { Injectable } from '@nestjs/common';
import type { SandboxClock, SandboxClockChange } from '@nordgate/contracts/http';
import { clockTarget, sandboxClockChange } from '@nordgate/contracts/http';
import type { World } from '@nordgate/contracts/queries';
import { GetApprovedPayments, GetUnseenOrders } from '@nordgate/contracts/queries';
import { clockMoves, notForward, ofCore, tooFar, streams } from '@nordgate/contracts/rules';
import type { TextKey } from '@nordgate/contracts/texts';
import type { Refusal } from '@nordgate/decider';
import type { ApprovedOrder } from '@nordgate/contracts/events';
import { fault, RequestError, unavailable } from '../../reply/request-error.js';
import { requestIdReused, byHandOf, commandIdOf, noView, sandboxTopic } from './by-hand.js';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { readSandboxBody } from './sandbox-body.js';

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
function memberOf({ now, advance }: SandboxClockChange): 'now' | 'advance' {
  if ((now === undefined) === (advance === undefined)) {
    throw new RequestError([fault('FORMAT_ERROR', 'sandbox.clock.one')]);
  }
  return now === undefined ? 'advance' : 'now';
}

/** 400: where the clock cannot move to, at a member of the body. */
function clockFault(text: TextKey, member: 'now' | 'advance'): RequestError {
  return new RequestError([fault('FORMAT_ERROR', text, `/${member}`)]);
}

/** The answer to a move that was refused. */
function refusedMove({ refused, text }: Refusal, member: 'now' | 'advance'): RequestError {
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

/** What a TPP has approved and the order book has not seen: a run, and a clock that moves, wait for it. */
@Injectable()
export class UnseenOrders {
  constructor(private readonly edge: Edge) {}

  /** At most 1,000, each at its version. */
  async of({ tpp, generation }: Caller): Promise<readonly ApprovedOrder[]> {
    const approved = await this.edge.queries.ask(new GetApprovedPayments(tpp, generation));
    if (approved.length === 0) return approved;
    return this.edge.queries.ask(new GetUnseenOrders(approved));
  }
}

/** Where a clock moves to. */
interface ClockTarget {
  readonly to: Date;
  /** The member of the body that says so. */
  readonly member: 'now' | 'advance';
}

/** Moves the clock of a TPP's world, for its requests and for a visit to the console. */
@Injectable()
export class ClockMoves {
  constructor(
    private readonly edge: Edge,
    private readonly unseen: UnseenOrders,
  ) {}

  /**
   * Moves the clock to where a body says. A repeat of the request moves once. Throws RequestError: FORMAT_ERROR for a time that is
   * not ahead, or more than three years ahead of the clocks, CONFLICT while the clock moves and where a core has the accounts.
   */
  move(caller: Caller, bytes: unknown): Promise<SandboxClock> {
    const { value } = readSandboxBody(sandboxClockChange, bytes, caller, this.edge);
    const member = memberOf(value);
    const to = clockTarget(value, this.edge.now(caller));
    if (to === undefined) throw clockFault('sandbox.clock.tooFar', member);
    return this.moveTo(caller, bytes, { to, member });
  }

  /**
   * Moves the clock to a time. Throws as `move` does.
   *
   * @param bytes what the request asks for: a repeat asks for the same, whatever the time is then
   */
  async moveTo(caller: Caller, bytes: unknown, { to, member }: ClockTarget): Promise<SandboxClock> {
    const byHand = byHandOf(caller, 'PUT', clockPath, bytes);
    const stream = streams.world.id(caller.tpp);
    const awaits = await this.unseen.of(caller);
    const data = {
      ...byHand,
      to: to.toISOString(),
      ...(awaits.length > 0 && { awaits }),
    };
    const id = commandIdOf(stream, byHand);
    const command = { id, type: 'BeginWorldMove', stream, data } as const;
    const result = await this.edge.tell(sandboxTopic, caller, command, noView);
    if (result.is === 'refused') throw refusedMove(result.refusal, member);
    const move = result.is === 'decided' ? result.receipt : undefined;
    if (move === undefined || move === null) throw unavailable();
    return clockOf({ move }, new Date(move.from));
  }
}
