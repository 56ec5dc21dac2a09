import { Inject, Injectable } from '@nestjs/common';
import { timeInOslo } from '@nordgate/contracts/calendar';
import {
  GetClockMoves,
  GetWorld,
  GetWorldPlan,
  GetWorldTimeline,
  MoveWorldClock,
} from '@nordgate/contracts/queries';
import type {
  ClockMove,
  ClockOutcome,
  ServiceQuery,
  World,
  WorldPlan,
} from '@nordgate/contracts/queries';
import { defined } from '@nordgate/decider';
import { QUERIES, ServiceUnavailableError, worldNow } from '@nordgate/service';
import type { InstanceQueries, QueryClient } from '@nordgate/service';
import { CONSOLE_SETTINGS } from './console.settings.js';
import type { ConsoleSettings } from './console.settings.js';
import { publicIdsOf, shownMoment } from './world-moments.js';
import type { ShownMoment } from './world-moments.js';

/** The clock of a world as the console shows it, in Oslo. */
export interface ShownClock {
  readonly now: ReturnType<typeof timeInOslo>;
  /** Where it moves to, and how much of the way it has gone, in percent. */
  readonly move?: { readonly to: ReturnType<typeof timeInOslo>; readonly progress: number };
}

/** What happened from one move of the clock to the next one. */
export interface ShownTimeline {
  /** Of the moves, the newest first. */
  readonly moves: readonly ClockMove[];
  /** The move whose timeline it is. */
  readonly of: ClockMove;
  /** The end of the timeline: the next move, or the time in the world. */
  readonly until: string;
  readonly moments: readonly ShownMoment[];
  readonly isCut: boolean;
}

/** What the console asks and tells the bank about the clock of one TPP's world. Queries throw ServiceUnavailableError. */
@Injectable()
export class ConsoleClocks {
  constructor(
    @Inject(QUERIES) private readonly queries: QueryClient & InstanceQueries,
    @Inject(CONSOLE_SETTINGS) private readonly settings: Pick<ConsoleSettings, 'ids'>,
  ) {}

  /** The clock of the TPP's world; undefined before its first request. */
  async clock(tpp: string): Promise<ShownClock | undefined> {
    const world = await this.world(tpp);
    return world === null ? undefined : clockOf(world);
  }

  /** Where the clock can move to; undefined before the first request of the TPP, and while the clock moves. */
  async plan(tpp: string): Promise<WorldPlan | undefined> {
    const world = await this.world(tpp);
    if (world === null || world.move !== undefined) return undefined;
    const { runs, consents } = await this.askGateway(new GetWorldPlan(tpp));
    const idOf = publicIdsOf(tpp, this.settings.ids);
    return {
      runs,
      consents: consents.map(({ of, ...consent }) => ({
        ...consent,
        ...(of?.id !== undefined && { of: { ...of, id: idOf(of.kind, of.id) } }),
      })),
    };
  }

  /**
   * What happened since a move of the clock, until the next one; undefined for a clock that was never moved.
   *
   * @param from the begin of the move; the last move without one that is known
   */
  async timeline(tpp: string, from?: string): Promise<ShownTimeline | undefined> {
    const [world, moves] = await Promise.all([
      this.world(tpp),
      this.queries.ask(new GetClockMoves(tpp)),
    ]);
    const known = moves.findIndex((one) => one.from === from);
    const index = known === -1 ? moves.length - 1 : known;
    const of = moves[index];
    if (world === null || of === undefined) return undefined;
    const until = moves[index + 1]?.from ?? worldNow(world).toISOString();
    const query = new GetWorldTimeline(tpp, of.from, until);
    const { moments, isCut } = await this.askGateway(query);
    const idOf = publicIdsOf(tpp, this.settings.ids);
    const shown = moments.map((moment) => shownMoment(moment, idOf));
    return { moves: moves.toReversed(), of, until, moments: shown, isCut };
  }

  /** Moves the clock, once for an X-Request-ID: each gateway is asked. */
  move(tpp: string, requestId: string, wish: string): Promise<ClockOutcome> {
    return this.askGateway(new MoveWorldClock(tpp, requestId, wish));
  }

  /** The answer of the first gateway that gives one. Throws when none does. */
  private async askGateway<Answer>(query: ServiceQuery<Answer>): Promise<Answer> {
    const answers = await this.queries.askEach(query);
    const given = answers.find((one) => 'answer' in one);
    if (given !== undefined) return given.answer;
    throw new ServiceUnavailableError('no gateway answers about the clock');
  }

  private world(tpp: string): Promise<World | null> {
    return this.queries.ask(new GetWorld({ tpp }));
  }
}

function clockOf(world: World): ShownClock {
  const now = worldNow(world);
  return { now: timeInOslo(now), ...defined({ move: moveOf(world, now) }) };
}

function moveOf({ move }: World, now: Date): ShownClock['move'] | undefined {
  if (move === undefined) return undefined;
  const [from, to] = [Date.parse(move.from), Date.parse(move.to)];
  const done = Math.min(Math.max((now.getTime() - from) / (to - from), 0), 1);
  return { to: timeInOslo(new Date(to)), progress: Math.floor(done * 100) };
}
