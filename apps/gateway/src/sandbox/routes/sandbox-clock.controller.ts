import { Body, Controller, Get, HttpCode, Put } from '@nestjs/common';
import { sandboxClockChange } from '@nordgate/contracts/http';
import type { SandboxClock } from '@nordgate/contracts/http';
import { GetWorld } from '@nordgate/contracts/queries';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { sandboxService } from '../../request/route-requirements.js';
import { unavailable } from '../../reply/request-error.js';
import { ClockMoves, clockOf, clockPath } from './clock-moves.js';

/** The clock of the TPP's world (ADR 56). Production does not have these routes. */
@Controller(clockPath)
export class SandboxClockController {
  constructor(
    private readonly edge: Edge,
    private readonly moves: ClockMoves,
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
   * consents. Throws what `ClockMoves` throws.
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
  move(@Body() bytes: unknown, @CurrentCaller() caller: Caller): Promise<SandboxClock> {
    return this.moves.move(caller, bytes);
  }
}
