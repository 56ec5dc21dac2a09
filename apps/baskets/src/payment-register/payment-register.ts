import { handles } from '@nordgate/contracts/events';
import type { Handled, RegisteredStatus } from '@nordgate/contracts/events';
import { paymentEventTypes, paymentStatusAfter, streams } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { ReceivedEvent, RowUpsert, RowWrite } from '@nordgate/decider';

/** They change nothing for a basket: an unknown payment counts as RCVD, and a claimed one as an approved one. */
const saysNothing: ReadonlySet<string> = new Set([
  'PaymentInitiated',
  'PaymentChanged',
  'PaymentClaimed',
]);

/**
 * The events of payments after which the basket of a payment may have another status. A payment that nobody has to approve joins
 * no basket. The topic has events of other streams, too.
 */
export const registeredEvents = handles(
  'payments.events.v1',
  paymentEventTypes.filter((type) => !saysNothing.has(type)),
);

/** The status fact in an event of a payment. */
export function registeredStatusOf({
  event,
  stream,
  version,
}: ReceivedEvent<Handled<typeof registeredEvents>>): RegisteredStatus {
  // A later event without funds keeps what the execution has said before.
  const fundsAvailable = event.type === 'PaymentProgressed' ? event.data.fundsAvailable : undefined;
  const paymentId = streams.payment.idOf(stream);
  return defined({ paymentId, version, status: paymentStatusAfter(event), fundsAvailable });
}

/** `payment_register`: per payment the status of its highest version seen, and since when it is here. */
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
       funds_available = excluded.funds_available, since = now()
 where known.version < excluded.version`,
};

/** The row that a status fact makes; an older fact changes nothing. */
export function registerRow(fact: RegisteredStatus): RowWrite {
  const { paymentId, version, status, fundsAvailable = null } = fact;
  return { upsert: paymentRegister, row: [paymentId, version, status, fundsAvailable] };
}
