import type { CoreAccounts } from '../core-accounts.js';

/** The entries of a month that are filled in. */
export interface FilledMonth {
  readonly month: number;
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly accounts: number;
  /** Places of the entries, the last one excluded. */
  readonly from: number;
  readonly to: number;
}

const patient = { query_timeout: 3_600_000 };
const placesAtOnce = 200_000;

/** Of 1 to 97 kroner, as the core reports them. $1 to $5: month, day, accounts, first place, end of the places. */
const fill = `
with place as materialized (
  select n, lpad((n % $3::int)::text, 12, '0') as serial, (n % 97 + 1)::numeric as kroner,
         'm' || $1::int || '-' || n as id
    from generate_series($4::int, $5::int - 1) n),
entry as materialized (
  select s.stream_id, p.id, 'core-00000000-0000-4000-8000-' || p.serial || '-' || p.id as entry_id, p.kroner,
         s.version + row_number() over own as version,
         coalesce((s.state ->> 'sequence')::bigint, 0) + row_number() over own as sequence,
         coalesce((s.state ->> 'balance')::numeric, 0) - sum(p.kroner) over own as balance,
         sum(p.kroner) over (partition by s.stream_id) as of_day,
         lead(p.n) over own is null as is_last
    from place p join es.stream s on s.stream_id = 'account-00000000-0000-4000-8000-' || p.serial
  window own as (partition by s.stream_id order by p.n)),
clock as (select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at),
written as (
  insert into es.event (stream_id, version, type, schema_version, data, meta)
  select e.stream_id, e.version, 'PostingsBooked',
         (select max(schema_version) from es.event where type = 'PostingsBooked'),
         json_build_object(
           'sequence', e.sequence,
           'postings', json_build_array(json_build_object(
             'amount', '-' || e.kroner || '.00', 'currency', 'NOK', 'bookingDate', $2::text, 'valueDate', $2::text,
             'details', json_build_object(
               'entryReference', e.id, 'creditorName', 'Sandbox Butikk AS',
               'remittanceInformationUnstructured', 'Purchase ' || e.id))),
           'entryId', e.entry_id, 'at', clock.at, 'balance', (e.balance::numeric(20, 2))::text),
         json_build_object('i', e.stream_id || '@' || e.version || '>')
    from entry e, clock order by e.version, e.stream_id)
update es.stream s
   set version = e.version, last_tx = pg_current_xact_id(), updated_at = now(),
       state = s.state || jsonb_build_object(
         'sequence', e.sequence, 'balance', (e.balance::numeric(20, 2))::text,
         'lastBooking', jsonb_build_object('at', clock.at, 'place', 0, 'entryId', e.entry_id),
         'newest', jsonb_build_object(
           'day', $2::text, 'place', 0, 'entryId', e.entry_id,
           'onDay', ((case when s.state #>> '{newest,day}' = $2::text then (s.state #>> '{newest,onDay}')::numeric else 0 end
             - e.of_day)::numeric(20, 2))::text))
  from entry e, clock where e.is_last and s.stream_id = e.stream_id`;

/**
 * Books entries by SQL, as the bank would have booked the reports of them: their events and the states of their accounts. The
 * projection follows the events. Only what the bank does with a report is left out.
 */
export async function fillEntries(core: CoreAccounts, filled: FilledMonth): Promise<void> {
  const { month, day, accounts, from, to } = filled;
  const client = await core.database.pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    for (let at = from; at < to; at += placesAtOnce) {
      const values = [month, day, accounts, at, Math.min(to, at + placesAtOnce)];
      await client.query({ text: fill, values, ...patient });
    }
  } finally {
    client.release(true);
  }
}
