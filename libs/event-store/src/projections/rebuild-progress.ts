import type { Queryable } from '../read/checkpoint.js';
import { forgetPlan } from './rebuild-plan.js';

/** How far a rebuild is. */
export interface RebuildProgress {
  /** Of the events or streams that are to be read, 0 to 100. What is appended meanwhile does not count. */
  readonly percent: number;
  /** At the rate since its leader began; null before the first page. */
  readonly secondsLeft: number | null;
}

const readProgress = `
select b.expected::float8 as expected, b.began_with::float8 as "beganWith",
       extract(epoch from r.seen_at - b.began_at)::float8 as seconds,
       extract(epoch from clock_timestamp() - r.seen_at)::float8 as "silentSeconds",
       r.read::float8 as read, r.is_done as "isDone"
  from es.rebuild b
  join (select plan, max(seen_at) as seen_at, sum(read) as read, bool_and(is_done) as is_done
          from es.rebuild_range group by plan) r on r.plan = b.plan
 where b.name = $1`;

interface ProgressRow {
  readonly expected: number;
  readonly beganWith: number;
  readonly seconds: number;
  /** Since the last page. */
  readonly silentSeconds: number;
  readonly read: number;
  readonly isDone: boolean;
}

async function progressRow(pool: Queryable, name: string): Promise<ProgressRow | undefined> {
  return (await pool.query<ProgressRow>(readProgress, [name])).rows[0];
}

/** How far the rebuild of a projection is; undefined when none has begun. Throws errors of the driver. */
export async function rebuildProgress(
  pool: Queryable,
  name: string,
): Promise<RebuildProgress | undefined> {
  const row = await progressRow(pool, name);
  return row && progressOf(row);
}

function progressOf({ expected, beganWith, seconds, read, isDone }: ProgressRow): RebuildProgress {
  if (isDone) return { percent: 100, secondsLeft: 0 };
  const left = Math.max(0, expected - read);
  const perSecond = seconds <= 0 ? 0 : (read - beganWith) / seconds;
  return {
    // The number of events is an estimate.
    percent: Math.min(99, Math.floor((100 * read) / Math.max(1, expected))),
    secondsLeft: perSecond <= 0 ? null : Math.ceil(left / perSecond),
  };
}

/** The progress of views and that of projections are in one table. */
const viewName = (streamType: string) => `view ${streamType}`;

const beginViews = `
with begun as (insert into es.rebuild (name, expected) values ($1, $2) returning plan)
insert into es.rebuild_range (plan, number, until) select plan, 0, '' from begun returning plan`;

const saveViews = `
update es.rebuild_range set read = $2, seen_at = clock_timestamp() where plan = $1`;

/** Who folds the views of a stream type, and has died, is silent for longer. */
const silentSecondsMax = 60;

/** Keeps in the database how many streams a rebuild of views has folded, so that every process can show it. */
export class ViewProgress {
  #plan: string | undefined;

  constructor(
    private readonly pool: Queryable,
    private readonly streamType: string,
  ) {}

  /** Throws errors of the driver. */
  async save(streams: number, expected: number): Promise<void> {
    this.#plan ??= await this.#begin(expected);
    await this.pool.query(saveViews, [this.#plan, streams]);
  }

  async end(): Promise<void> {
    if (this.#plan !== undefined) await forgetPlan(this.pool, viewName(this.streamType));
  }

  async #begin(expected: number): Promise<string | undefined> {
    const name = viewName(this.streamType);
    await forgetPlan(this.pool, name);
    return (await this.pool.query<{ plan: string }>(beginViews, [name, expected])).rows[0]?.plan;
  }
}

/** How far a rebuild of the views of a stream type is; undefined when none runs. Throws errors of the driver. */
export async function viewProgress(
  pool: Queryable,
  streamType: string,
): Promise<RebuildProgress | undefined> {
  const row = await progressRow(pool, viewName(streamType));
  return row === undefined || row.silentSeconds > silentSecondsMax ? undefined : progressOf(row);
}
