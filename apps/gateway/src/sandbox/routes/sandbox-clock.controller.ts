import { Body, Controller, Get, HttpCode, Put } from '@nestjs/common';
import { clockTarget, sandboxClockChange } from '@nordgate/contracts/http';
import type { SandboxClock } from '@nordgate/contracts/http';
import { GetWorld } from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { sandboxService } from '../../request/route-requirements.js';
import { unavailable } from '../../reply/request-error.js';
import { byHandOf, commandIdOf, noView, sandboxTopic } from './by-hand.js';
import { readSandboxBody } from './sandbox-body.js';
import { clockFault, clockOf, clockPath, memberOf, refusedMove } from './sandbox-clock.js';
import { UnseenOrders } from './unseen-orders.js';

/** The clock of the TPP's world (ADR 56). Production does not have these routes. */
@Controller(clockPath)
export class SandboxClockController {
  constructor(
    private readonly edge: Edge,
    private readonly unseen: UnseenOrders,
  ) {}

  @Get()
  @SignedRoute(sandboxService, {
    id: 'getSandboxClock',
    summary: 'The time in the world of the TPP',
    answers: { 200: { says: 'The clock.', schema: 'SandboxClock' } },
  })
  async read(@CurrentCaller() { tpp }: Caller): Promise<SandboxClock> {
    const world = await this.edge.queries.ask(new GetWorld({ tpp }));
    if (world === null) throw unavailable();
    return clockOf(world, this.edge.now(world));
  }

  /**
   * Moves the clock. Everything that is due on the way is carried out: runs, occurrences, ends of sessions, links and
   * consents. A repeat of the request moves once. Throws RequestError: FORMAT_ERROR for a time that is not ahead, or more than
   * three years ahead of the clocks, CONFLICT while the clock moves and where a core has the accounts.
   */
  @Put()
  @HttpCode(202)
  @SignedRoute(sandboxService, {
    id: 'moveSandboxClock',
    summary: 'Moves the time in the world of the TPP on',
    body: sandboxClockChange,
    answers: {
      202: { says: 'The clock, which advances.', schema: 'SandboxClock' },
    },
    refuses: [409],
  })
  async move(@Body() bytes: unknown, @CurrentCaller() caller: Caller): Promise<SandboxClock> {
    const { value } = readSandboxBody(sandboxClockChange, bytes, caller, this.edge);
    const member = memberOf(value);
    const to = clockTarget(value, this.edge.now(caller));
    if (to === undefined) throw clockFault('sandbox.clock.tooFar', member);
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
