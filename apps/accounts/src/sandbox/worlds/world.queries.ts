import { Inject } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetClockMoves, GetWorld } from '@nordgate/contracts/queries';
import type { ClockMove, World } from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import type { Database } from '@nordgate/event-store';
import { DATABASE } from '@nordgate/service';
import type { PlaceInTime } from '@nordgate/service';
import { WorldUses } from './world-use.rows.js';

const worldSql = (found: string) => `
  select state->>'tpp' as tpp, (state->>'generation')::float8 as generation,
         (state->>'aheadMs')::float8 as "aheadMs", state->'move' as move
    from es.view
   where ${found} and stream_type = 'world' and state->>'is' = 'initialised'`;

/** The two ways to a world, both by an index. */
export const worldBy = {
  tpp: { name: 'accounts.world-of-tpp', text: worldSql('stream_id = $1') },
  generation: { name: 'accounts.world-in', text: worldSql(`state->>'generation' = $1`) },
} as const;

/** Injection token: a core has the customers and accounts, so all TPPs share one world, in generation 0. */
export const IS_OF_CORE = 'nordgate.accounts.is-of-core';

/**
 * A world of the sandbox, straight from the write model: the lease counts on an answer that is not older than its
 * question.
 */
@QueryHandler(GetWorld)
export class GetWorldHandler implements IQueryHandler<GetWorld> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(IS_OF_CORE) private readonly isOfCore: boolean,
    private readonly uses: WorldUses,
  ) {}

  async execute({ of }: GetWorld): Promise<World | null> {
    if (this.isOfCore) return worldOfCore(of);
    const query =
      'tpp' in of
        ? { ...worldBy.tpp, values: [streams.world.id(of.tpp)] }
        : { ...worldBy.generation, values: [String(of.generation)] };
    const { rows } = await this.database.pool.query<WorldRow>(query);
    const [found] = rows;
    if ('tpp' in of) await this.noteUse(of.tpp, found !== undefined);
    return found === undefined ? null : worldIn(found);
  }

  /** Gateways ask for the world of a TPP when it sends something, and the site when a PSU names its app. */
  private async noteUse(tpp: string, hasWorld: boolean): Promise<void> {
    if (hasWorld) await this.uses.note(this.database, tpp);
    else this.uses.forget(tpp);
  }
}

const movesStatement = {
  name: 'accounts.moves-of-world',
  text: `select state->'moves' as moves from es.view where stream_id = $1 and stream_type = 'world'`,
};

/** The last moves of the clock of a TPP's world, as the write model keeps them for repeats. */
@QueryHandler(GetClockMoves)
export class GetClockMovesHandler implements IQueryHandler<GetClockMoves> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ tpp }: GetClockMoves): Promise<readonly ClockMove[]> {
    const { rows } = await this.database.pool.query<{ moves: readonly ClockMove[] | null }>({
      ...movesStatement,
      values: [streams.world.id(tpp)],
    });
    return (rows[0]?.moves ?? []).map(({ from, to }) => ({ from, to }));
  }
}

interface WorldRow extends Pick<World, 'tpp' | 'generation'> {
  readonly aheadMs: number | null;
  readonly move: Required<World>['move'] | null;
}

function worldIn({ tpp, generation, aheadMs, move }: WorldRow): World {
  return {
    tpp,
    generation,
    ...(aheadMs !== null && { aheadMs }),
    ...(move !== null && { move: { from: move.from, to: move.to } }),
  };
}

const aheadStatement = {
  name: 'accounts.worlds-ahead',
  text: `
  select (state->>'generation')::float8 as generation, (state->>'aheadMs')::float8 as "aheadMs"
    from es.stream
   where stream_type = 'world' and state ? 'aheadMs'`,
};

/** The worlds that are ahead of the clocks. */
export async function worldsAhead({
  pool,
}: Pick<Database, 'pool'>): Promise<readonly Required<PlaceInTime>[]> {
  return (await pool.query<Required<PlaceInTime>>(aheadStatement)).rows;
}

/** Whether a TPP has a world now. */
export async function hasWorld({ pool }: Pick<Database, 'pool'>, tpp: string): Promise<boolean> {
  const { rowCount } = await pool.query({ ...worldBy.tpp, values: [streams.world.id(tpp)] });
  return rowCount === 1;
}

function worldOfCore(of: GetWorld['of']): World | null {
  if ('tpp' in of) return { tpp: of.tpp, generation: 0 };
  return of.generation === 0 ? { tpp: '', generation: 0 } : null;
}
