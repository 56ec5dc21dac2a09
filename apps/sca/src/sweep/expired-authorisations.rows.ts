import { generationSql } from '@nordgate/contracts/rules';
import type { Database } from '@nordgate/event-store';
import type { PlaceInTime } from '@nordgate/service';

/** An authorisation whose time is over although nothing has ended it. */
export interface Expired {
  readonly stream: string;
  readonly expiresAt: string;
  /** The time in its world when it was read. */
  readonly now: string;
}

/**
 * All ends have the form of `toISOString`, so their order as texts is their order in time. $4 and $5: how far a world is ahead,
 * in milliseconds, and its generation; null for all worlds.
 */
const expiredPage = `
  select stream_id as "stream", state ->> 'expiresAt' as "expiresAt", now
    from es.stream, to_char(
           (clock_timestamp() + make_interval(secs => $4::float8 / 1000)) at time zone 'UTC',
           'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now
   where stream_type = 'authorisation'
     and state ->> 'is' in ('received', 'psuIdentified', 'scaMethodSelected')
     and (state ->> 'expiresAt', stream_id) > ($1, $2)
     and state ->> 'expiresAt' <= now
     and ($5::bigint is null or ${generationSql('stream_id')} = $5)
   order by state ->> 'expiresAt', stream_id
   limit $3`;

/**
 * Authorisations that have expired by the clock of the database, the oldest first, after the last one known.
 *
 * @param world which is ahead of the database; all worlds, by the time of the database, without one
 */
export async function expiredAuthorisations(
  { pool }: Pick<Database, 'pool'>,
  { after, world }: { readonly after?: Expired; readonly world?: Required<PlaceInTime> },
  max: number,
): Promise<readonly Expired[]> {
  const { expiresAt, stream } = after ?? { expiresAt: '', stream: '' };
  const place = [world?.aheadMs ?? 0, world?.generation ?? null];
  const { rows } = await pool.query<Expired>(expiredPage, [expiresAt, stream, max, ...place]);
  return rows;
}
