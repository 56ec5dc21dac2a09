import type { DeclineReason, RunCounts } from '@nordgate/contracts/events';
import type { BatchRunFailure, BatchRunView } from '@nordgate/contracts/queries';
import { defined } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';

type Pool = Pick<Database, 'pool'>;

/** A run, with the payments of one TPP or of all (null). */
interface RunOf {
  /** The stream of the run. */
  readonly run: string;
  readonly tpp: string | null;
}

/** The counts of what a run has picked: `due` is without what is held. */
export type PickedCounts = Omit<RunCounts, 'held'>;

/*
 * An item whose payment another run has claimed, or that ended before the claim, is dropped. What is neither
 * dropped nor has an outcome is in progress, whether its claim or its transfer is awaited.
 */
const countsStatement = {
  name: 'batch.run-counts',
  text: `
  with item as (
    select o.parts,
           case when i.occurrence = ''
                then coalesce(o.claimed_by <> i.run, o.status <> 'ACTC')
                else coalesce(o.claimed_occurrence < i.occurrence::date, true)
                     and o.status <> 'ACTC' end as is_dropped
      from run_item i join order_book o using (payment_id)
     where i.run = $1 and ($2::text is null or o.tpp = $2)),
  outcome as (
    select u.standing, u.reason
      from run_transfer t join run_outcome u using (execution_id, part)
     where t.run = $1 and ($2::text is null or t.tpp = $2)),
  counted as (
    select (select coalesce(sum(parts), 0) from item)::int as due,
           (select coalesce(sum(parts) filter (where is_dropped), 0) from item)::int as dropped,
           count(*) filter (where standing in ('debited', 'settled'))::int as executed,
           count(*) filter (where standing = 'declined' and reason = 'no-funds')::int
             as "withoutFunds",
           count(*) filter (where standing = 'declined' and reason <> 'no-funds')::int
             as rejected
      from outcome)
  select *, due - dropped - executed - "withoutFunds" - rejected as "inProgress" from counted`,
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
  return rows;
}

const failuresMax = 100;

const failuresStatement = {
  name: 'batch.run-failures',
  text: `
  select t.payment_id as "paymentId", t.part, t.occurrence, u.reason
    from run_transfer t join run_outcome u using (execution_id, part)
   where t.run = $1 and ($2::text is null or t.tpp = $2) and u.standing = 'declined'
   order by t.payment_id collate "C", t.occurrence collate "C", t.part
   limit ${String(failuresMax)}`,
};

interface FailureRow {
  readonly paymentId: string;
  readonly part: number;
  readonly occurrence: string | null;
  readonly reason: DeclineReason;
}

/** The first payments, sub-payments and occurrences that a run did not execute, by id. */
export async function runFailures(
  { pool }: Pool,
  { run, tpp }: RunOf,
): Promise<readonly BatchRunFailure[]> {
  const { rows } = await pool.query<FailureRow>({ ...failuresStatement, values: [run, tpp] });
  return rows.map(({ paymentId, part, occurrence, reason }) => ({
    ...{ paymentId, code: 'PAYMENT_FAILED', reason: shownReasons[reason] },
    ...defined({ part: part < 0 ? undefined : part, occurrence: occurrence ?? undefined }),
  }));
}

/** What a TPP is told: no more than the status of its payment says. */
const shownReasons: { readonly [Each in DeclineReason]: BatchRunFailure['reason'] } = {
  'no-funds': 'no-funds',
  'debtor-account-closed': 'account-not-debitable',
  'creditor-account-unknown': 'not-executable',
  'not-convertible': 'not-executable',
  'not-executable': 'not-executable',
  'refused-by-bank': 'not-executable',
};
