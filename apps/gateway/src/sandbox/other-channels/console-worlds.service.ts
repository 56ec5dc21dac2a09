import { Injectable } from '@nestjs/common';
import {
  GetExpiryMoments,
  GetNextRuns,
  GetRejectionMoments,
  GetRunMoments,
} from '@nordgate/contracts/queries';
import type {
  MoveWorldClock,
  WorldMoment,
  WorldPlan,
  WorldTimeline,
} from '@nordgate/contracts/queries';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { fault, RequestError } from '../../reply/request-error.js';
import { ClockMoves } from '../routes/clock-moves.js';

/** What a page of the console shows; each service answers with as many at most. */
const momentsMax = 200;

/** A consent lasts 180 days, so every end of one that is in force is before. */
const planMs = 400 * 86_400_000;

/** What the console shows and changes of the time in a TPP's world: the gateway asks all services. */
@Injectable()
export class ConsoleWorlds {
  constructor(
    private readonly edge: Edge,
    private readonly moves: ClockMoves,
  ) {}

  /** The next runs, and the consents in force. Throws ServiceUnavailableError. */
  async plan({ tpp, generation, aheadMs = 0 }: Caller): Promise<WorldPlan> {
    const { queries } = this.edge;
    const now = this.edge.now({ aheadMs });
    // What ends at this very moment is over.
    const from = new Date(now.getTime() + 1).toISOString();
    const to = new Date(now.getTime() + planMs).toISOString();
    const [runs, ends] = await Promise.all([
      queries.ask(new GetNextRuns(generation, aheadMs)),
      queries.ask(new GetExpiryMoments(tpp, generation, from, to)),
    ]);
    return { runs, consents: inOrder(ends.filter(({ what }) => what === 'consent')) };
  }

  /** What happened between two times of the world. Throws ServiceUnavailableError. */
  async timeline(
    { tpp, generation }: Caller,
    { from, to }: { readonly from: string; readonly to: string },
  ): Promise<WorldTimeline> {
    const { queries } = this.edge;
    const stretch = [tpp, generation, from, to] as const;
    const parts: readonly (readonly WorldMoment[])[] = await Promise.all([
      queries.ask(new GetRunMoments(...stretch)),
      queries.ask(new GetRejectionMoments(...stretch)),
      queries.ask(new GetExpiryMoments(...stretch)),
    ]);
    const moments = inOrder(parts.flat());
    const isCut = moments.length > momentsMax || parts.some((one) => one.length >= momentsMax);
    return { moments: moments.slice(0, momentsMax), isCut };
  }

  /** Moves the clock. Throws RequestError as `ClockMoves` does, and without runs. */
  async move(caller: Caller, { wish }: MoveWorldClock): Promise<void> {
    const bytes = Buffer.from(wish);
    if (wish !== nextRun) {
      await this.moves.move(caller, bytes);
      return;
    }
    const { generation, aheadMs = 0 } = caller;
    const { slot } = await this.edge.queries.ask(new GetNextRuns(generation, aheadMs));
    if (slot === null) throw new RequestError([fault('CONFLICT', 'sandbox.clock.noRun')]);
    await this.moves.moveTo(caller, bytes, { to: new Date(slot), member: 'now' });
  }
}

const nextRun = 'next-run';

function inOrder<Moment extends WorldMoment>(moments: readonly Moment[]): readonly Moment[] {
  return moments.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}
