import { generationSql } from '@nordgate/contracts/rules';
import type { Database } from '@nordgate/event-store';
import type { PlaceInTime, WorldClocks } from '@nordgate/service';

/** An authorisation whose time is over although nothing has ended it. */
export interface Expired {
  readonly stream: string;
  readonly expiresAt: string;
  /** The time in its world when it was read. */
  readonly now: string;
  /** How far its world is ahead of the clocks; 0 for one that is not. */
  readonly aheadMs: number;
}

const generation = generationSql('stream_id');

/** All ends have the form of `toISOString`, so their order as texts is their order in time. */
const textOf = (time: string) =>
  `to_char((${time}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * One statement for all worlds: their number costs nothing. The index ends the search at the time that is ahead most, and each
 * authorisation is compared with the time of its world.
 */
const expiredPage = ({ ahead, farthest }: WorldClocks, where: string) => `
  select stream_id as "stream", state ->> 'expiresAt' as "expiresAt", now,
         (extract(epoch from ahead) * 1000)::float8 as "aheadMs"
    from es.stream, lateral (select ${ahead(generation)} as ahead) world,
         lateral (select ${textOf('now() + ahead')} as now) clock
   where stream_type = 'authorisation'
     and state ->> 'is' in ('received', 'psuIdentified', 'scaMethodSelected')
     and (state ->> 'expiresAt', stream_id) > ($1, $2)
     and state ->> 'expiresAt' <= ${textOf(`now() + ${farthest}`)}
     and state ->> 'expiresAt' <= now ${where}
   order by state ->> 'expiresAt', stream_id
   limit $3`;

/**
 * Authorisations that have expired by the clocks of their worlds, the oldest first, after the last one known.
 */
export async function expiredAuthorisations(
  { pool }: Pick<Database, 'pool'>,
  { after, clocks }: { readonly after?: Expired | undefined; readonly clocks: WorldClocks },
  max: number,
): Promise<readonly Expired[]> {
  const { expiresAt, stream } = after ?? { expiresAt: '', stream: '' };
  const { rows } = await pool.query<Expired>(expiredPage(clocks, ''), [expiresAt, stream, max]);
  return rows;
}

const givenAhead = 'make_interval(secs => $4::float8 / 1000)';
const movedPage = expiredPage(
  { ahead: () => givenAhead, farthest: givenAhead },
  `and ${generation} = $5`,
);

/** The first authorisations that have expired in a world whose clock has just moved: no table knows its time yet. */
export async function expiredInWorld(
  { pool }: Pick<Database, 'pool'>,
  world: Required<PlaceInTime>,
  max: number,
): Promise<readonly Expired[]> {
  const values = ['', '', max, world.aheadMs, world.generation];
  return (await pool.query<Expired>(movedPage, values)).rows;
}
