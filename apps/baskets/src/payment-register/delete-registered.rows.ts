import type { Database } from '@nordgate/event-store';
import { openMember } from '../domain/basket.js';

/** Payments in one statement. */
const pageMax = 500;

/** SQL of a payment `p`, as `isEndedPayment` of the contracts. */
const hasEnded = `
  (p.status in ('ACSC', 'RJCT', 'CANC') or p.status = 'ACCP' and p.funds_available is false)`;

/**
 * Behind $1, the payments that have had their last status for more than $2 months, and are a member of no basket that is still
 * there: its status is folded over them. $3: the scope of the claims of members.
 */
const deleteStatement = {
  name: 'baskets.delete-registered',
  text: `
with page as materialized (
  select payment_id, status, funds_available, since from payment_register
   where payment_id > $1 order by payment_id limit ${String(pageMax)}),
old as materialized (
  select p.payment_id from page p
   where p.since <= clock_timestamp() - make_interval(months => $2)
     and ${hasEnded}
     and not exists (select from es.claim c join es.stream s on s.stream_id = c.stream_id
                      where c.scope = $3 and c.key = p.payment_id and s.stream_type = 'basket')),
gone as (
  delete from payment_register r where r.payment_id in (select payment_id from old))
select payment_id as "paymentId", (select count(*) from old)::int as deleted
  from page order by payment_id desc limit 1`,
};

interface PageEnd {
  readonly paymentId: string;
  /** Of the whole page. */
  readonly deleted: number;
}

/**
 * Deletes the statuses of payments that ended so many months ago and that no basket needs. Ends early when the signal aborts.
 * Throws errors of the driver.
 *
 * @returns how many were deleted
 */
export async function deleteRegistered(
  { pool }: Pick<Database, 'pool'>,
  months: number,
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0;
  for (let end: PageEnd | undefined = firstPlace; end !== undefined && !signal.aborted;) {
    end = await deletePage(pool, months, end.paymentId);
    deleted += end?.deleted ?? 0;
  }
  return deleted;
}

const firstPlace: PageEnd = { paymentId: '', deleted: 0 };

async function deletePage(
  pool: Database['pool'],
  months: number,
  after: string,
): Promise<PageEnd | undefined> {
  const values = [after, months, openMember];
  const { rows } = await pool.query<PageEnd>({ ...deleteStatement, values });
  return rows[0];
}
