import type { Database } from '@nordgate/event-store';
import type { WorldClocks } from './world-clocks.js';

/** The time in a world. */
export interface MomentInWorld {
  /** ISO 8601. */
  readonly at: string;
  /** Absent: the world is not ahead of the database. */
  readonly aheadMs?: number;
}

/** Reads the time in the world of a generation, by the clock of the database. Throws errors of the driver. */
export function momentsIn(
  { pool }: Pick<Database, 'pool'>,
  clocks: Pick<WorldClocks, 'ahead'>,
): (generation: number) => Promise<MomentInWorld> {
  const text = `
    select clock_timestamp() + ahead as now, (extract(epoch from ahead) * 1000)::float8 as "aheadMs"
      from (select ${clocks.ahead('asked.generation')} as ahead
              from (values ($1::bigint)) as asked (generation)) world`;
  return async (generation) => {
    const { rows } = await pool.query<{ now: Date; aheadMs: number }>(text, [generation]);
    const [{ now, aheadMs } = { now: new Date(NaN), aheadMs: 0 }] = rows;
    return { at: now.toISOString(), ...(aheadMs > 0 && { aheadMs }) };
  };
}
