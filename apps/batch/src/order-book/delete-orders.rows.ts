import type { Database } from '@nordgate/event-store';
import { isOpenOrder } from './order-book.rows.js';

/** Orders in one statement. */
const pageMax = 500;

/** SQL of an order `o`: a run that has picked it is not completed. */
const isInRun = `
  exists (select from run_item i join known_run k on k.run = i.run
           where i.payment_id = o.payment_id and not k.is_completed)`;

/** SQL of an order `o`: an execution of it is still there. Its id is that of the payment, `_` and a text ("`" comes next). */
const hasExecution = `
  exists (select from es.stream s
           where s.stream_type = 'execution' and s.stream_id > 'execution-' || o.payment_id || '_'
             and s.stream_id < 'execution-' || o.payment_id || '\`')`;

/**
 * Behind $1, the orders whose last day is longer ago than $2 months, of which nothing may be executed any more, and whose
 * executions are deleted; and what runs have picked of them.
 */
const deleteStatement = {
  name: 'batch.delete-orders',
  text: `
with page as materialized (
  select * from order_book where payment_id > $1 order by payment_id limit ${String(pageMax)}),
old as materialized (
  select o.payment_id from page o
   where greatest(o.received_day, o.requested_day, o.claimed_occurrence)
         <= (clock_timestamp() - make_interval(months => $2))::date
     and not ${isOpenOrder} and not ${hasExecution} and not ${isInRun}),
items as (delete from run_item i where i.payment_id in (select payment_id from old)),
gone as (delete from order_book o where o.payment_id in (select payment_id from old))
select payment_id as "paymentId", (select count(*) from old)::int as deleted
  from page order by payment_id desc limit 1`,
};

/** The rows of runs whose streams are deleted. */
const deleteRunsStatement = {
  name: 'batch.delete-known-runs',
  text: `
delete from known_run k
 where k.is_completed
   and not exists (select from es.stream s
                    where s.stream_id = k.run collate "C" and s.stream_type = 'batch-run')`,
};

interface PageEnd {
  readonly paymentId: string;
  /** Of the whole page. */
  readonly deleted: number;
}

/**
 * Deletes what the order book and the runs know of payments that have ended so many months ago, after their executions are
 * deleted. Ends early when the signal aborts. Throws errors of the driver.
 *
 * @returns how many orders were deleted
 */
export async function deleteOrders(
  { pool }: Pick<Database, 'pool'>,
  months: number,
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0;
  for (let end: PageEnd | undefined = firstPlace; end !== undefined && !signal.aborted;) {
    end = await deletePage(pool, months, end.paymentId);
    deleted += end?.deleted ?? 0;
  }
  if (!signal.aborted) await pool.query(deleteRunsStatement);
  return deleted;
}

const firstPlace: PageEnd = { paymentId: '', deleted: 0 };

async function deletePage(
  pool: Database['pool'],
  months: number,
  after: string,
): Promise<PageEnd | undefined> {
  const { rows } = await pool.query<PageEnd>({ ...deleteStatement, values: [after, months] });
  return rows[0];
}
