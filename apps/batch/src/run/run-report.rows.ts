import type { RunCounts } from '@nordgate/contracts/events';
import type { BatchRunFailure, BatchRunView } from '@nordgate/contracts/queries';
import { withMinorUnits } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import { wholePart } from './run-outcomes.projection.js';

type Pool = Pick<Database, 'pool'>;

/** A run, with the payments of one TPP or of all (null). */
interface RunOf {
  /** The stream of the run. */
  readonly run: string;
  readonly tpp: string | null;
}

/** The counts of what a run has picked: `due` is without what is held. */
export type PickedCounts = Omit<RunCounts, 'held'>;

/** What has become of an item before its transfer: claimed by this run, or not. */
const itemColumns = `
    case when i.occurrence = '' then coalesce(o.claimed_by = i.run, false)
         else coalesce(o.claimed_occurrence >= i.occurrence::date, false) end as is_claimed,
    coalesce(o.rejected_by = i.run, false) as is_refused`;

/*
 * A payment that its claim has refused, because a rule with a date is against it, is rejected. An item that
 * ended otherwise before the claim, or that another run has claimed, is dropped. What is nothing of this and
 * has no outcome is in progress, whether its claim or its transfer is awaited.
 */
const countsStatement = {
  name: 'batch.run-counts',
  text: `
  with item as (
    select o.parts, o.status <> 'ACTC' or o.claimed_by is not null as is_over, ${itemColumns}
      from run_item i join order_book o using (payment_id)
     where i.run = $1 and ($2::text is null or o.tpp = $2)),
  picked as (
    select coalesce(sum(parts), 0)::int as due,
           coalesce(sum(parts) filter (where is_refused and not is_claimed), 0)::int as refused,
           coalesce(sum(parts) filter (where is_over and not is_claimed and not is_refused), 0)::int
             as dropped
      from item),
  outcome as (
    select u.standing, u.reason
      from run_transfer t join run_outcome u using (execution_id, part)
     where t.run = $1 and ($2::text is null or t.tpp = $2)),
  counted as (
    select count(*) filter (where standing in ('debited', 'settled'))::int as executed,
           count(*) filter (where standing = 'declined' and reason = 'no-funds')::int
             as "withoutFunds",
           count(*) filter (where standing = 'declined' and reason <> 'no-funds')::int as declined
      from outcome)
  select due, dropped, executed, "withoutFunds", declined + refused as rejected,
         due - dropped - executed - "withoutFunds" - declined - refused as "inProgress"
    from picked, counted`,
};

/** How many payments, sub-payments and occurrences a run has picked, by what became of them. */
export async function pickedCounts({ pool }: Pool, { run, tpp }: RunOf): Promise<PickedCounts> {
  const { rows } = await pool.query<PickedCounts>({ ...countsStatement, values: [run, tpp] });
  return rows[0] ?? noCounts;
}

const noCounts = { due: 0, dropped: 0, executed: 0, withoutFunds: 0, rejected: 0, inProgress: 0 };

const sumsStatement = {
  name: 'batch.run-sums',
  text: `
  select t.currency, sum(t.amount::numeric)::text as amount
    from run_transfer t join run_outcome u using (execution_id, part)
   where t.run = $1 and ($2::text is null or t.tpp = $2) and u.standing in ('debited', 'settled')
   group by t.currency order by t.currency`,
};

/** What a run has executed, per currency. */
export async function executedSums(
  { pool }: Pool,
  { run, tpp }: RunOf,
): Promise<BatchRunView['sums']> {
  const { rows } = await pool.query<BatchRunView['sums'][number]>({
    ...sumsStatement,
    values: [run, tpp],
  });
  return rows.map(({ amount, currency }) => ({
    amount: withMinorUnits({ amount, currency }),
    currency,
  }));
}

const failuresMax = 100;

const failuresStatement = {
  name: 'batch.run-failures',
  text: `
  select t.payment_id collate "C" as "paymentId", t.part, t.occurrence collate "C" as occurrence,
         'PAYMENT_FAILED' as code, u.reason
    from run_transfer t join run_outcome u using (execution_id, part)
   where t.run = $1 and ($2::text is null or t.tpp = $2) and u.standing = 'declined'
   union all
  select payment_id, ${String(wholePart)}, nullif(occurrence, ''), rejection_code, rejection_reason
    from (select i.payment_id, i.occurrence, o.rejection_code, o.rejection_reason, ${itemColumns}
            from run_item i join order_book o using (payment_id)
           where i.run = $1 and ($2::text is null or o.tpp = $2)) item
   where is_refused and not is_claimed
   order by 1, 3, 2
   limit ${String(failuresMax)}`,
};

type FailureRow = Pick<BatchRunFailure, 'paymentId' | 'code' | 'reason'> & {
  readonly part: number;
  readonly occurrence: string | null;
};

/** The first payments, sub-payments and occurrences that a run did not execute, by id. */
export async function runFailures(
  { pool }: Pool,
  { run, tpp }: RunOf,
): Promise<readonly BatchRunFailure[]> {
  const { rows } = await pool.query<FailureRow>({ ...failuresStatement, values: [run, tpp] });
  return rows.map(({ paymentId, part, occurrence, code, reason }) => {
    const which = defined({ part: part === wholePart ? undefined : part });
    return { paymentId, ...which, ...(occurrence !== null && { occurrence }), code, reason };
  });
}
