import type { Database } from '@nordgate/event-store';

type Pool = Pick<Database, 'pool'>;

const noteStatement = {
  name: 'accounts.note-world-use',
  text: `
  insert into world_use as known (tpp, used_at) values ($1, clock_timestamp())
      on conflict (tpp) do update set used_at = excluded.used_at`,
};

/**
 * Notes when TPPs use their worlds, in real time. Each process writes one row for a TPP and day, so an answer about a world
 * costs nothing more.
 */
export class WorldUses {
  private day = '';
  private readonly noted = new Set<string>();

  /** Throws errors of the driver. */
  async note({ pool }: Pool, tpp: string, now = new Date()): Promise<void> {
    const day = now.toISOString().slice(0, 'YYYY-MM-DD'.length);
    if (day !== this.day) this.noted.clear();
    this.day = day;
    if (this.noted.has(tpp)) return;
    this.noted.add(tpp);
    try {
      await pool.query({ ...noteStatement, values: [tpp] });
    } catch (error) {
      this.noted.delete(tpp);
      throw error;
    }
  }

  /** The next use is noted again: the world was deleted meanwhile. */
  forget(tpp: string): void {
    this.noted.delete(tpp);
  }
}

/** A world that its TPP has not used for some days; without a generation where none is left. */
interface UnusedWorld {
  readonly tpp: string;
  readonly generation: number | null;
}

const unusedStatement = {
  name: 'accounts.unused-worlds',
  text: `
  select u.tpp, (w.state->>'generation')::float8 as generation
    from world_use u
    left join es.view w on w.stream_id = 'world-' || u.tpp and w.state->>'is' = 'initialised'
   where u.used_at < clock_timestamp() - make_interval(days => $1)
   order by u.used_at limit $2`,
};

/** Worlds that nobody has used for so many days, the longest unused first. */
export async function unusedWorlds(
  { pool }: Pool,
  days: number,
  max: number,
): Promise<readonly UnusedWorld[]> {
  return (await pool.query<UnusedWorld>({ ...unusedStatement, values: [days, max] })).rows;
}

const forgetStatement = {
  name: 'accounts.forget-world-use',
  text: `delete from world_use
   where tpp = $1 and used_at < clock_timestamp() - make_interval(days => $2)`,
};

/** Forgets the use of a world that is deleted, unless somebody uses another one by now. */
export async function forgetWorldUse({ pool }: Pool, tpp: string, days: number): Promise<void> {
  await pool.query({ ...forgetStatement, values: [tpp, days] });
}
