import type { Database } from '@nordgate/event-store';
import { isOpenOrder } from '../order-book/order-book.rows.js';

/** Approvals of payments in one statement. */
const pageMax = 500;

/**
 * Behind $1 and $2, the approvals that are older than $3 months and that no claim needs any more. The text of an approval
 * stays until the last payment that it names.
 */
const deleteStatement = {
  name: 'batch.delete-approvals',
  text: `
with page as materialized (
  select payment_id, hash, since from approved_payment
   where (payment_id, hash) > ($1, $2) order by payment_id, hash limit ${String(pageMax)}),
old as materialized (
  select payment_id, hash from page
   where since <= clock_timestamp() - make_interval(months => $3)
     and not exists (select from order_book o where o.payment_id = page.payment_id and ${isOpenOrder})),
gone as (
  delete from approved_payment p
   where (p.payment_id, p.hash) in (select o.payment_id, o.hash from old o)),
texts as (
  delete from sealed_approval a
   where a.hash in (select o.hash from old o)
     and not exists (select from approved_payment p
                      where p.hash = a.hash
                        and (p.payment_id, p.hash) not in (select o.payment_id, o.hash from old o)))
select payment_id as "paymentId", hash, (select count(*) from old)::int as deleted
  from page order by payment_id desc, hash desc limit 1`,
};

interface PageEnd {
  readonly paymentId: string;
  readonly hash: string;
  /** Of the whole page. */
  readonly deleted: number;
}

/**
 * Deletes the approvals of payments that batch has had for more than so many months, and whose payment has nothing left to
 * execute. They name customers; sca keeps the same approval for its own term. Ends early when the signal aborts. Throws
 * errors of the driver.
 *
 * @returns how many were deleted, each payment of an approval counted
 */
export async function deleteApprovals(
  { pool }: Pick<Database, 'pool'>,
  months: number,
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0;
  for (let end: PageEnd | undefined = firstPlace; end !== undefined && !signal.aborted;) {
    end = await deletePage(pool, months, end);
    deleted += end?.deleted ?? 0;
  }
  return deleted;
}

const firstPlace: PageEnd = { paymentId: '', hash: '', deleted: 0 };

async function deletePage(
  pool: Database['pool'],
  months: number,
  { paymentId, hash }: PageEnd,
): Promise<PageEnd | undefined> {
  const values = [paymentId, hash, months];
  const { rows } = await pool.query<PageEnd>({ ...deleteStatement, values });
  return rows[0];
}
