import type { Database } from '@nordgate/event-store';

/** An authorisation whose time is over although nothing has ended it. */
export interface Expired {
  readonly stream: string;
  readonly expiresAt: string;
  /** The time of the database when it was read. */
  readonly now: string;
}

/** All ends have the form of `toISOString`, so their order as texts is their order in time. */
const expiredPage = `
  select stream_id as "stream", state ->> 'expiresAt' as "expiresAt", now
    from es.stream, to_char(
           clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now
   where stream_type = 'authorisation'
     and state ->> 'is' in ('received', 'psuIdentified', 'scaMethodSelected')
     and (state ->> 'expiresAt', stream_id) > ($1, $2)
     and state ->> 'expiresAt' <= now
   order by state ->> 'expiresAt', stream_id
   limit $3`;

/** Authorisations that have expired by the clock of the database, the oldest first, after the last one known. */
export async function expiredAuthorisations(
  { pool }: Pick<Database, 'pool'>,
  after: Expired | undefined,
  max: number,
): Promise<readonly Expired[]> {
  const { expiresAt, stream } = after ?? { expiresAt: '', stream: '' };
  const { rows } = await pool.query<Expired>(expiredPage, [expiresAt, stream, max]);
  return rows;
}
