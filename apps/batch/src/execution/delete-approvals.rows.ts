import type { Database } from '@nordgate/event-store';
import { isOpenOrder } from '../order-book/order-book.rows.js';

/** Approvals of payments in one statement. */
const pageMax = 500;

/** A week, in which somebody may look at what was executed, and why. */
const restedDays = 7;

/**
 * SQL of a row of `page`: an execution of the payment. Its id is that of the payment without the generation, `_` and a text ("`"
 * comes next). The columns have different collations, and an index has that of its column.
 */
const isExecution = `
  s.stream_type = 'execution'
    and s.stream_id > ('execution-' || split_part(page.payment_id, '.', 1) || '_') collate "default"
    and s.stream_id < ('execution-' || split_part(page.payment_id, '.', 1) || '\`') collate "default"`;

/** SQL of an execution `s`: it has an outcome, has rested, and every reader has passed it. */
const isDone = `
  s.state ->> 'is' in ('settled', 'declined')
    and s.updated_at <= clock_timestamp() - make_interval(days => ${String(restedDays)})
    and not exists (select from es.checkpoint c where not pg_visible_in_snapshot(s.last_tx, c.prev))`;

/**
 * Behind $1 and $2, the approvals that are older than $3 months and that no claim needs any more; and those of payments of which
 * everything was executed: a claim that is repeated finds its executions, and needs no approval. The text of an approval
 * stays until the last payment that it names.
 */
const deleteStatement = {
  name: 'batch.delete-approvals',
  text: `
with page as materialized (
  select payment_id, hash, since from approved_payment
   where (payment_id, hash) > ($1, $2) order by payment_id, hash limit ${String(pageMax)}),
expired as materialized (
  select payment_id, hash from page
   where since <= clock_timestamp() - make_interval(months => $3)
     and not exists (select from order_book o where o.payment_id = page.payment_id and ${isOpenOrder})),
executed as materialized (
  select page.payment_id, page.hash
    from page join order_book o on o.payment_id = page.payment_id
   where o.status in ('ACSC', 'PART', 'RJCT', 'CANC') and not ${isOpenOrder}
     and exists (select from es.stream s where ${isExecution})
     and not exists (select from es.stream s where ${isExecution} and not (${isDone}))),
old as materialized (
  select payment_id, hash from expired union select payment_id, hash from executed),
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
 * Deletes the approvals of payments that were executed, and those that batch has had for more than so many months and whose
 * payment has nothing left to execute. They name customers; sca keeps the same approval with its seal for its own term. Ends
 * early when the signal aborts. Throws errors of the driver.
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
