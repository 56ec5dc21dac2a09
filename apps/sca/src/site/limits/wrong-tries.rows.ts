import { Injectable } from '@nestjs/common';
import { EventStore } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';

/** How many wrong tries of a key count. */
export interface TryLimit {
  /** Further tries are refused; without it, tries are only counted. */
  readonly max?: number;
  /** Tries that are forgiven per second. */
  readonly forgivenPerSecond: number;
}

/** The tries that are not forgiven yet. `clock_timestamp` is read when the row is locked. */
const left = (row: string) =>
  `greatest(0, ${row}.tries - $2 * extract(epoch from clock_timestamp() - ${row}.at)::float8)`;

/** One statement counts the try and compares it, so any number of replicas count exactly. */
const take = {
  name: 'sca.take-try',
  text: `
    with taken as (
      insert into wrong_try as known (key, tries, at) values ($1, 1, clock_timestamp())
        on conflict (key) do update
        set tries = ${left('known')} + 1, at = greatest(known.at, clock_timestamp())
        where ${left('known')} + 1 <= $3
        returning known.tries)
    select tries, null::float8 as excess from taken
    union all
    select tries, ${left('known')} + 1 - $3 as excess from wrong_try known
      where key = $1 and not exists (select from taken)`,
};

const giveBack = {
  name: 'sca.give-back-try',
  text: 'update wrong_try set tries = greatest(0, tries - 1) where key = $1',
};

const forget = { name: 'sca.forget-tries', text: 'delete from wrong_try where key = $1' };

/** What became of a try. */
export type TakenTry =
  /** `before`: the tries that were counted before this one and are not forgiven yet. */
  | { readonly is: 'taken'; readonly before: number }
  /** Too many wrong tries; the next one is possible after so many seconds. */
  | { readonly is: 'refused'; readonly seconds: number };

/** Counts wrong tries in a table of sca's database: one row for each key. */
@Injectable()
export class WrongTries {
  constructor(private readonly store: EventStore) {}

  /** Counts a try before its outcome is known, so that tries at the same time count too. */
  async take(
    key: string,
    { max = Number.MAX_SAFE_INTEGER, forgivenPerSecond }: TryLimit,
  ): Promise<TakenTry> {
    const { rows } = await this.store.database.pool.query<{ tries: number; excess: number | null }>(
      {
        ...take,
        values: [key, forgivenPerSecond, max],
      },
    );
    const [row] = rows;
    // A row that another replica has just inserted is invisible to the second part of the statement.
    if (row === undefined) return { is: 'refused', seconds: 1 };
    const { tries, excess } = row;
    if (excess === null) return { is: 'taken', before: tries - 1 };
    return { is: 'refused', seconds: Math.max(1, Math.ceil(excess / forgivenPerSecond)) };
  }

  /** Forgives every try of a key. */
  async forget(key: string): Promise<void> {
    await this.store.database.pool.query({ ...forget, values: [key] });
  }

  /** Takes the count of a try back that was not wrong. */
  async giveBack(key: string): Promise<void> {
    await this.store.database.pool.query({ ...giveBack, values: [key] });
  }
}

/** Seconds without a try after which the row of a key is deleted: everything is forgiven by then. */
const keptSeconds = 3600;

/** Deletes old rows. Returns how many there were. */
export async function deleteOldTries({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rowCount } = await pool.query(
    'delete from wrong_try where at < clock_timestamp() - make_interval(secs => $1)',
    [keptSeconds],
  );
  return rowCount ?? 0;
}
