import { generationSql } from '@nordgate/contracts/rules';
import type { Database } from '@nordgate/event-store';
import type { PlaceInTime, WorldClocks } from '@nordgate/service';

/** A payment that nobody approved in time. */
export interface Overdue {
  readonly stream: string;
  readonly acceptedAt: string;
  /** How far its world is ahead of the clocks; 0 for one that is not. */
  readonly aheadMs: number;
}

const generation = generationSql('s.stream_id');
const deadline = (ahead: string) => `now() + ${ahead} - make_interval(hours => $1)`;
const textOf = (time: string) =>
  `to_char((${time}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Whether they are overdue is decided by when this database wrote their first event. The index is by
 * the gateway's time, which comes before that: so a gateway whose clock is ahead delays the end of its
 * payments by that much, and nothing ends too early. One statement is for all worlds: the index ends the search at the
 * time that is ahead most, and each payment is compared with the time of its world.
 */
const overduePage = ({ ahead, farthest }: WorldClocks, where: string) => `
  select s.stream_id as "stream", s.state ->> 'acceptedAt' as "acceptedAt",
         (extract(epoch from ahead) * 1000)::float8 as "aheadMs"
    from es.stream s
    join es.event e on e.stream_id = s.stream_id and e.version = 1,
         lateral (select ${ahead(generation)} as ahead) world
   where s.stream_type = 'payment' and s.state ->> 'status' in ('RCVD', 'PDNG')
     and (s.state ->> 'acceptedAt', s.stream_id) > ($2, $3)
     and s.state ->> 'acceptedAt' <= ${textOf(deadline(farthest))}
     and s.state ->> 'acceptedAt' <= ${textOf(deadline('ahead'))}
     and e.at <= ${deadline('ahead')} ${where}
   order by s.state ->> 'acceptedAt', s.stream_id
   limit $4`;

/** The wait for an approval, and the clocks of the worlds in which it is over. */
export interface Waiting {
  readonly hours: number;
  readonly clocks: WorldClocks;
}

/** Payments that have waited so many hours for an approval, oldest first, after the last one known. */
export async function overduePayments(
  { pool }: Pick<Database, 'pool'>,
  { hours, clocks }: Waiting,
  after: Overdue | undefined,
  max: number,
): Promise<readonly Overdue[]> {
  const { acceptedAt, stream } = after ?? { acceptedAt: '', stream: '' };
  const values = [hours, acceptedAt, stream, max];
  return (await pool.query<Overdue>(overduePage(clocks, ''), values)).rows;
}

const givenAhead = 'make_interval(secs => $5::float8 / 1000)';
const movedPage = overduePage(
  { ahead: () => givenAhead, farthest: givenAhead },
  `and ${generation} = $6`,
);

/** The first payments that have waited so long in a world whose clock has just moved: no table knows its time yet. */
export async function overdueInWorld(
  { pool }: Pick<Database, 'pool'>,
  hours: number,
  { aheadMs, generation: place }: Required<PlaceInTime>,
  max: number,
): Promise<readonly Overdue[]> {
  return (await pool.query<Overdue>(movedPage, [hours, '', '', max, aheadMs, place])).rows;
}
