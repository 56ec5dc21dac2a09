import { generationSql } from '@nordgate/contracts/rules';
import type { Database } from '@nordgate/event-store';
import type { PlaceInTime } from '@nordgate/service';

/** A payment that nobody approved in time. */
export interface Overdue {
  readonly stream: string;
  readonly acceptedAt: string;
}

/** An interval, given in milliseconds. */
const ahead = `make_interval(secs => $5::float8 / 1000)`;
const deadline = `now() + ${ahead} - make_interval(hours => $1)`;

/**
 * Whether they are overdue is decided by when this database wrote their first event. The index is by
 * the gateway's time, which comes before that: so a gateway whose clock is ahead delays the end of its
 * payments by that much, and nothing ends too early. $5 and $6: how far a world is ahead, and its generation; null for
 * all worlds.
 */
const overduePage = `
  select s.stream_id as "stream", s.state ->> 'acceptedAt' as "acceptedAt"
    from es.stream s
    join es.event e on e.stream_id = s.stream_id and e.version = 1
   where s.stream_type = 'payment' and s.state ->> 'status' in ('RCVD', 'PDNG')
     and (s.state ->> 'acceptedAt', s.stream_id) > ($2, $3)
     and s.state ->> 'acceptedAt' <= to_char(
           (${deadline}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
     and e.at <= ${deadline}
     and ($6::bigint is null or ${generationSql('s.stream_id')} = $6)
   order by s.state ->> 'acceptedAt', s.stream_id
   limit $4`;

/** The wait for an approval, and the world in which it is over; all worlds, by real time, without one. */
export interface Waiting {
  readonly hours: number;
  readonly world?: Required<PlaceInTime>;
}

/** Payments that have waited so many hours for an approval, oldest first, after the last one known. */
export async function overduePayments(
  { pool }: Pick<Database, 'pool'>,
  { hours, world }: Waiting,
  after: Overdue | undefined,
  max: number,
): Promise<readonly Overdue[]> {
  const { acceptedAt, stream } = after ?? { acceptedAt: '', stream: '' };
  const place = [world?.aheadMs ?? 0, world?.generation ?? null];
  const values = [hours, acceptedAt, stream, max, ...place];
  const { rows } = await pool.query<Overdue>(overduePage, values);
  return rows;
}
