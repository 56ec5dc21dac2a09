import type { ApprovedOrder, WorldMoveName } from '@nordgate/contracts/events';
import type { Database } from '@nordgate/event-store';
import { isFree, isKept, nextOccurrence, waitsForRun } from '../order-book/due-orders.rows.js';
import type { DueOn } from '../order-book/due-orders.rows.js';
import type { NextDays } from './next-stop.js';

type Pool = Pick<Database, 'pool'>;

/** The move of a clock that is under way. */
export interface Move extends WorldMoveName {
  /** The time in the world at which it ends. */
  readonly target: Date;
  /** Approved payments that the order book has to see first. */
  readonly awaits: readonly ApprovedOrder[];
  /** How long ago it began, in milliseconds. */
  readonly begunMs: number;
}

/** A world of a sandbox whose time is not that of the clocks, or that is on its way. */
export interface MovedWorld {
  readonly generation: number;
  readonly aheadMs: number;
  /** How long ago it was moved last, in milliseconds; a world that was not yet: long ago. */
  readonly restMs: number;
  readonly move?: Move;
}

const movedStatement = {
  name: 'batch.moved-worlds',
  text: `
  select generation::float8 as generation,
         coalesce(extract(epoch from w.ahead) * 1000, 0)::float8 as "aheadMs",
         coalesce(extract(epoch from clock_timestamp() - w.since) * 1000, 1e9)::float8 as "restMs",
         m.tpp, m.request, m.target, m.awaits,
         (extract(epoch from clock_timestamp() - m.begun_at) * 1000)::float8 as "begunMs"
    from world_time w full join (select * from world_move where request is not null) m
         using (generation)
   order by generation`,
};

interface MovedRow extends Omit<MovedWorld, 'move'> {
  readonly tpp: string;
  readonly request: string | null;
  readonly target: Date;
  readonly awaits: readonly ApprovedOrder[];
  readonly begunMs: number;
}

/** All worlds that are ahead of the clocks or on their way. */
export async function movedWorlds({ pool }: Pool): Promise<readonly MovedWorld[]> {
  const { rows } = await pool.query<MovedRow>(movedStatement);
  return rows.map(({ tpp, request, target, awaits, begunMs, ...world }) => {
    if (request === null) return world;
    const { generation } = world;
    return { ...world, move: { generation, tpp, request, target, awaits, begunMs } };
  });
}

/** The rows after which other worlds may be ahead or on their way. */
export const movedRows = ['world-time', 'world-move'];

/**
 * Reads the worlds that are ahead. A process that is alone with its database knows of each change, so it reads again only after
 * one, and while a world moves.
 */
export function keepingMovedWorlds(
  database: Pick<Database, 'pool' | 'isAlone' | 'appended'>,
): () => Promise<readonly MovedWorld[]> {
  if (!database.isAlone) return () => movedWorlds(database);
  let changes = 0;
  let kept: { readonly worlds: readonly MovedWorld[]; readonly at: number } | undefined;
  database.appended.onRows(() => (changes += 1), movedRows);
  return async () => {
    if (kept?.at === changes) return kept.worlds;
    // A change during the read may not be in it.
    const at = changes;
    const worlds = await movedWorlds(database);
    kept = worlds.every(({ move }) => move === undefined) ? { worlds, at } : undefined;
    return worlds;
  };
}

const nextStatement = {
  name: 'batch.next-days',
  text: `
  select (select min(o.due_day) from order_book o
           where o.generation = $1 and ${waitsForRun} and ${isFree} and not ${isKept})::text as due,
         (select min(o.standing_day) from order_book o
           where o.generation = $1 and o.status = 'ACTC' and o.standing_day is not null
             and ${isFree} and not ${isKept})::text as standing`,
};

/** The first days on which orders of a generation are due that no run has picked and nobody holds. */
export async function nextDays({ pool }: Pool, generation: number): Promise<NextDays> {
  const { rows } = await pool.query<{ due: string | null; standing: string | null }>({
    ...nextStatement,
    values: [generation],
  });
  const { due, standing } = rows[0] ?? { due: null, standing: null };
  return { ...(due !== null && { due }), ...(standing !== null && { standing }) };
}

const unclaimedStatement = {
  name: 'batch.unclaimed-orders',
  text: `
  select exists (
    select from order_book o
     where o.generation = $1 and o.status = 'ACTC'
       and (o.is_instant or o.due_day <= $2::date or o.standing_day <= $2::date)
       and exists (select from run_item i
                    where i.payment_id = o.payment_id
                      and i.occurrence = coalesce(${nextOccurrence}, ''))) as is`,
};

/** Whether a run has picked orders of the generation whose claims the order book has not seen. */
export async function areUnclaimed({ pool }: Pool, { generation, day }: DueOn): Promise<boolean> {
  const { rows } = await pool.query<{ is: boolean }>({
    ...unclaimedStatement,
    values: [generation, day],
  });
  return rows[0]?.is === true;
}
