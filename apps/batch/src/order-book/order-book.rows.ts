import type { RowUpsert, RowWrite } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import type { OrderFacts } from './order-facts.js';

/** SQL of an order `o`: something of it may still be claimed. */
export const isOpenOrder = `(o.status in ('RCVD', 'PDNG', 'ACTC')
  or o.next_occurrence is not null or o.standing_day is not null)`;

/** What the instruction of the highest version says. */
const ofTerms = ['is_urgent', 'requested_day', 'next_occurrence', 'standing_day', 'parts'];

const ofLaterTerms = (column: string) =>
  `${column} = case when excluded.terms_version > known.terms_version then excluded.${column} else known.${column} end`;

/**
 * `order_book`: per approved payment the status of its highest version, the instruction of the highest version that has
 * one, and facts that are said once. So facts may come in any order and again. What may be said of a payment that nobody
 * has approved changes only a row that is there: the events of one payment come in order.
 */
const orderBook: RowUpsert = {
  name: 'order-book',
  columns: [
    ...['payment_id', 'generation', 'version', 'status', 'claimed_by', 'claimed_occurrence'],
    ...['service', 'product', 'tpp', 'is_instant', 'received_day'],
    ...['rejected_by', 'rejection_code', 'rejection_reason'],
    ...['terms_version', 'is_urgent', 'requested_day', 'next_occurrence', 'standing_day', 'parts'],
    'is_of_known',
  ],
  sql: `insert into order_book as known (payment_id, generation, version, status, claimed_by,
  claimed_occurrence, service, product, tpp, is_instant, received_day, rejected_by, rejection_code,
  rejection_reason, terms_version, is_urgent, requested_day, next_occurrence, standing_day, parts)
select payment_id, generation, version, status, claimed_by, claimed_occurrence, service, product,
  tpp, is_instant, received_day, rejected_by, rejection_code, rejection_reason, terms_version,
  is_urgent, requested_day, next_occurrence, standing_day, parts
  from unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::date[],
    $7::text[], $8::text[], $9::text[], $10::boolean[], $11::date[], $12::text[], $13::text[],
    $14::text[], $15::bigint[], $16::boolean[], $17::date[], $18::date[], $19::date[], $20::int[],
    $21::boolean[])
    as said (payment_id, generation, version, status, claimed_by, claimed_occurrence, service,
      product, tpp, is_instant, received_day, rejected_by, rejection_code, rejection_reason,
      terms_version, is_urgent, requested_day, next_occurrence, standing_day, parts, is_of_known)
 where not is_of_known
    or exists (select from order_book o where o.payment_id = said.payment_id)
 order by payment_id
    on conflict (payment_id) do update
   set version = greatest(known.version, excluded.version),
       status = case when excluded.version > known.version then excluded.status
                     else known.status end,
       claimed_by = coalesce(known.claimed_by, excluded.claimed_by),
       claimed_occurrence = greatest(known.claimed_occurrence, excluded.claimed_occurrence),
       service = coalesce(known.service, excluded.service),
       product = coalesce(known.product, excluded.product),
       tpp = coalesce(known.tpp, excluded.tpp),
       is_instant = coalesce(known.is_instant, excluded.is_instant),
       received_day = coalesce(known.received_day, excluded.received_day),
       rejected_by = coalesce(known.rejected_by, excluded.rejected_by),
       rejection_code = coalesce(known.rejection_code, excluded.rejection_code),
       rejection_reason = coalesce(known.rejection_reason, excluded.rejection_reason),
       terms_version = greatest(known.terms_version, excluded.terms_version),
       ${ofTerms.map(ofLaterTerms).join(', ')}`,
};

/** The row that facts make. */
export function orderRow(facts: OrderFacts): RowWrite {
  const { paymentId, generation, version, status, claimedBy, claimedOccurrence } = facts;
  const row = [
    ...[paymentId, generation, version, status, claimedBy, claimedOccurrence],
    ...receiptCells(facts),
    ...rejectionCells(facts),
    ...wishCells(facts),
    facts.isOfKnown,
  ];
  return { upsert: orderBook, row: row.map((cell) => cell ?? null) };
}

function receiptCells({ receipt }: OrderFacts): readonly unknown[] {
  return [
    ...[receipt?.service, receipt?.product, receipt?.tpp, receipt?.isInstant],
    receipt?.receivedDay,
  ];
}

function rejectionCells({ rejection }: OrderFacts): readonly unknown[] {
  return [rejection?.by, rejection?.code, rejection?.reason];
}

function wishCells({ version, wish }: OrderFacts): readonly unknown[] {
  const { isUrgent, requestedDay, nextOccurrence, standingDay, parts } = wish ?? {};
  return [
    ...[wish === undefined ? 0 : version, isUrgent, requestedDay],
    ...[nextOccurrence, standingDay, parts],
  ];
}

const termsStatement = {
  name: 'batch.order-terms',
  text: 'select from order_book where payment_id = $1 and received_day is not null',
};

/** Whether the order book knows on which day a payment may be executed. */
export async function hasTerms(
  { pool }: Pick<Database, 'pool'>,
  paymentId: string,
): Promise<boolean> {
  const { rows } = await pool.query({ ...termsStatement, values: [paymentId] });
  return rows.length > 0;
}
