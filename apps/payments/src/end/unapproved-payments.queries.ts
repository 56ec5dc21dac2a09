import type { Database } from '@nordgate/event-store';

/** A payment that nobody approved in time. */
export interface Overdue {
  readonly stream: string;
  readonly acceptedAt: string;
}

/**
 * Whether they are overdue is decided by when this database wrote their first event. The index is by
 * the gateway's time, which comes before that: so a gateway whose clock is ahead delays the end of its
 * payments by that much, and nothing ends too early.
 */
const overduePage = `
  select s.stream_id as "stream", s.state ->> 'acceptedAt' as "acceptedAt"
    from es.stream s
    join es.event e on e.stream_id = s.stream_id and e.version = 1
   where s.stream_type = 'payment' and s.state ->> 'status' in ('RCVD', 'PDNG')
     and (s.state ->> 'acceptedAt', s.stream_id) > ($2, $3)
     and s.state ->> 'acceptedAt' <= to_char(
           (now() - make_interval(hours => $1)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
     and e.at <= now() - make_interval(hours => $1)
   order by s.state ->> 'acceptedAt', s.stream_id
   limit $4`;

/** Payments that have waited so many hours for an approval, oldest first, after the last one known. */
export async function overduePayments(
  { pool }: Pick<Database, 'pool'>,
  hours: number,
  after: Overdue | undefined,
  max: number,
): Promise<readonly Overdue[]> {
  const { acceptedAt, stream } = after ?? { acceptedAt: '', stream: '' };
  const { rows } = await pool.query<Overdue>(overduePage, [hours, acceptedAt, stream, max]);
  return rows;
}
