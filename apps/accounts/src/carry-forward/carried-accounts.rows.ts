import type {
  CarriedStream,
  CarryDays,
  Database,
  DroppingPlace,
  HistoryCut,
} from '@nordgate/event-store';
import { accountKeyOf } from '../transactions/transaction-place.projection.js';
import { notEnded } from '../transactions/transactions-of.js';

/** A page is read by the primary key, so that no query looks at the whole table. */
const pageMax = 500;

/** An account that was carried forward this month waits for the next one. */
const page = `
with page as materialized (
  select stream_id from es.stream
   where stream_type = $1 and stream_id > $2 order by stream_id limit ${String(pageMax)}),
account as (
select s.stream_id as stream, s.version::int as version, s.state ->> 'heldFrom' as "heldFrom",
       s.state ->> 'is' = 'open' and first.version < s.version
         and coalesce(s.state ->> 'carriedAt', '') < $3 as "isDue"
  from page join es.stream s using (stream_id)
 cross join lateral (
       select min(e.version) as version from es.event e where e.stream_id = s.stream_id) first)
select stream, version, "isDue", case when "isDue" then "heldFrom" end as before from account order by stream`;

/**
 * A page of accounts behind a stream id, in the order of their ids. What lies before the last `heldFrom` of a due one may go.
 *
 * @param streamType the category of their streams
 * @throws errors of the driver
 */
export async function accountsPage(
  { pool }: Pick<Database, 'pool'>,
  streamType: string,
  after: string,
  { monthStart }: CarryDays,
): Promise<readonly CarriedStream[]> {
  return (await pool.query<CarriedStream>(page, [streamType, after, monthStart])).rows;
}

/**
 * Cuts below which an entry has a booking day that is still held, for example one booked ahead: its repeat must be found. And
 * cuts below which something was reserved that is still open.
 */
const heldCuts = `
select cut.id as "streamId"
  from unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::uuid[]) cut (id, version, day, sequence, account)
 where exists (
         select from es.event e, json_array_elements(e.data -> 'postings') posting
          where e.stream_id = cut.id and e.version < cut.version
            and e.type in ('PostingsBooked', 'CardPostingsBooked') and posting ->> 'bookingDate' >= cut.day)
    or exists (
         select from transaction_place t
          where t.account = cut.account and t.sequence <= cut.sequence and t.ended is not null
            and t.ended = ${String(notEnded)})`;

/** What a rebuild makes of the remaining events has none of these rows. */
const deletePlaces = `
delete from transaction_place t using unnest($1::uuid[], $2::bigint[]) cut (account, sequence)
 where t.account = cut.account and t.sequence <= cut.sequence
   and (t.ended is null or t.ended <= cut.sequence)`;

/** The same of the table of releases before ADR 90. */
const deleteTransactions = `
delete from transaction t using unnest($1::text[], $2::bigint[]) cut (id, sequence)
 where t.account = cut.id and t.sequence <= cut.sequence
   and (t.status = 'booked' or t.ended <= cut.sequence)`;

/**
 * Deletes the transactions below cuts, on the connection of a transaction. Errors of the driver pass through.
 *
 * @returns the cuts below which everything may go
 */
export async function dropTransactions(
  client: Parameters<NonNullable<DroppingPlace['dropRows']>>[0],
  cuts: readonly HistoryCut[],
): Promise<readonly HistoryCut[]> {
  const values = [
    cuts.map(({ streamId }) => streamId),
    cuts.map(({ version }) => version),
    cuts.map(({ before }) => before),
    cuts.map(sequenceAt),
    cuts.map(({ streamId }) => accountKeyOf(streamId)),
  ];
  const { rows } = await client.query<{ readonly streamId: string }>(heldCuts, values);
  const held = new Set(rows.map(({ streamId }) => streamId));
  const free = cuts.filter(({ streamId }) => !held.has(streamId));
  if (free.length > 0) {
    const ids = free.map(({ streamId }) => streamId);
    const sequences = free.map(sequenceAt);
    await client.query(deletePlaces, [ids.map(accountKeyOf), sequences]);
    await client.query(deleteTransactions, [ids, sequences]);
  }
  return free;
}

/** The last number that a change of the account had taken when it was carried forward. */
function sequenceAt({ data }: HistoryCut): number {
  return (data as { readonly sequence?: number }).sequence ?? 0;
}
