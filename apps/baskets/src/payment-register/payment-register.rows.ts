import type { RegisteredStatus } from '@nordgate/contracts/events';
import type { RowUpsert, RowWrite } from '@nordgate/decider';

/** `payment_register`: per payment the status of its highest version seen. */
const paymentRegister: RowUpsert = {
  name: 'payment-register',
  columns: ['payment_id', 'version', 'status', 'funds_available'],
  sql: `insert into payment_register as known (payment_id, version, status, funds_available)
select distinct on (payment_id) payment_id, version, status, funds_available
  from unnest($1::text[], $2::bigint[], $3::text[], $4::boolean[])
       as seen (payment_id, version, status, funds_available)
 order by payment_id, version desc
    on conflict (payment_id) do update
   set version = excluded.version, status = excluded.status,
       funds_available = excluded.funds_available
 where known.version < excluded.version`,
};

/** The row that a status fact makes; an older fact changes nothing. */
export function registerRow(fact: RegisteredStatus): RowWrite {
  const { paymentId, version, status, fundsAvailable = null } = fact;
  return { upsert: paymentRegister, row: [paymentId, version, status, fundsAvailable] };
}
