import type { AnyStreamType } from '@nordgate/decider';
import type { PoolClient } from 'pg';
import { inTransaction } from '../sql/in-transaction.js';
import type { Database } from '../sql/database.js';
import { lockCheckpoints } from './delete-streams.js';
import { heldBackAt } from './ended-streams.js';
import { forgetCommands, leavingEvents, mayBeInInbox } from './forget-commands.js';

/** Where histories are dropped. */
export interface DroppingPlace {
  readonly database: Pick<Database, 'pool'>;
  readonly streamType: Pick<AnyStreamType, 'name' | 'carriedForwardBy'>;
  /**
   * Deletes in the same transaction what the service has made of the events of each cut, and returns the cuts of which
   * it has let go: nothing is deleted of the others. Default: all of them.
   */
  readonly dropRows?:
    | ((client: PoolClient, cuts: readonly HistoryCut[]) => Promise<readonly HistoryCut[]>)
    | undefined;
}

/** A stream, and the day of which it needs nothing before. */
export interface OldHistory {
  readonly streamId: string;
  /** YYYY-MM-DD in UTC. */
  readonly before: string;
}

/** Where the history of a stream is cut: what is below the version goes. */
export interface HistoryCut extends OldHistory {
  /** Of an event that carries the state forward. */
  readonly version: number;
  /** The data of this event. */
  readonly data: unknown;
}

/**
 * The oldest event that carries forward, behind the first event of its stream. Every reader has passed it, and so what is
 * before it. A stream that an append has locked keeps its history for now.
 */
const findCuts = `
select s.stream_id as "streamId", asked.day as before, cut.version::int as version, cut.data
  from unnest($1::text[], $2::text[]) asked (id, day)
  join es.stream s on s.stream_id = asked.id
 cross join lateral (
       select e.version, e.tx, e.at, e.data from es.event e
        where e.stream_id = s.stream_id and e.type = $3
          and e.version > (select min(version) from es.event where stream_id = s.stream_id)
        order by e.version limit 1) cut
 where s.stream_type = $4 and cut.at < asked.day::timestamp at time zone 'UTC' and not ${heldBackAt('cut.tx')}
 order by s.stream_id for update of s skip locked`;

/** An account has many entries, each caused by a report: their ids were never kept. */
const namedBelow = `
select e.stream_id, e.meta from es.event e join unnest($1::text[], $2::bigint[]) cut (id, version)
    on e.stream_id = cut.id and e.version < cut.version where ${mayBeInInbox}`;

const deleteBelow = `
delete from es.event e using unnest($1::text[], $2::bigint[]) cut (id, version)
 where e.stream_id = cut.id and e.version < cut.version`;

type NamedRow = Parameters<typeof leavingEvents>[0][number];

const letGoOfAll: NonNullable<DroppingPlace['dropRows']> = (_client, cuts) => Promise.resolve(cuts);

/** Cuts of one stream after the other; each cut takes what lies between two events that carry forward. */
const cutsMax = 24;

/**
 * Deletes events that lie before one which carries the state of their stream forward, as long as that one is older than the
 * day that is asked for. Row, version and state of the stream stay, so an append at the same time is not affected.
 * Idempotent; the archive holds no such streams.
 *
 * @returns the streams of which something was deleted
 * @throws Error for a type without such an event; errors of the driver: what earlier transactions deleted stays deleted
 */
export async function dropHistories(
  { database: { pool }, streamType, dropRows = letGoOfAll }: DroppingPlace,
  asked: readonly OldHistory[],
): Promise<ReadonlySet<string>> {
  const { name, carriedForwardBy } = streamType;
  if (carriedForwardBy === undefined) throw new Error(`${name} streams are not carried forward`);
  const dropped = new Set<string>();
  const cutOnce = async (client: PoolClient) => {
    await client.query(lockCheckpoints);
    const values = [
      asked.map(({ streamId }) => streamId),
      asked.map(({ before }) => before),
      carriedForwardBy,
      name,
    ];
    const { rows: found } = await client.query<HistoryCut>(findCuts, values);
    const cuts = found.length === 0 ? [] : await dropRows(client, found);
    if (cuts.length === 0) return cuts;
    const below = [cuts.map(({ streamId }) => streamId), cuts.map(({ version }) => version)];
    const { rows: named } = await client.query<NamedRow>(namedBelow, below);
    await forgetCommands(client, leavingEvents(named));
    await client.query(deleteBelow, below);
    return cuts;
  };
  for (let times = 0; times < cutsMax && asked.length > 0; times += 1) {
    const cuts = await inTransaction(pool, cutOnce);
    if (cuts.length === 0) break;
    for (const { streamId } of cuts) dropped.add(streamId);
  }
  return dropped;
}
