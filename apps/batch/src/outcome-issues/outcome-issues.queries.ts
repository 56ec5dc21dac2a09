import type { ContradictionEntry, OverdueTransfer } from '@nordgate/contracts/commands';
import { streams } from '@nordgate/contracts/rules';
import type { Database } from '@nordgate/event-store';

type Pool = Pick<Database, 'pool'>;

/** More rows help nobody: the operator begins with the oldest. */
const rowsMax = 500;

const overdueStatement = {
  name: 'batch.overdue-transfers',
  text: `
  select i.execution_id as "executionId", s.state ->> 'paymentId' as "paymentId",
         s.state ->> 'is' as is, s.state ->> 'executor' as executor, s.state ->> 'run' as run,
         (s.state ->> 'reminders')::int as reminders
    from outcome_issue i join es.view s on s.stream_id = $1 || i.execution_id
   where i.outcome is null and s.state ->> 'is' not in ('settled', 'declined')
   order by i.at, i.execution_id
   limit ${String(rowsMax)}`,
};

/** Transfers that have no last outcome although their executor was reminded, the oldest first. */
export async function overdueTransfers({ pool }: Pool): Promise<readonly OverdueTransfer[]> {
  const values = [streams.execution.id('')];
  const { rows } = await pool.query<OverdueTransfer>({ ...overdueStatement, values });
  return rows;
}

const contradictionsStatement = {
  name: 'batch.contradictions',
  text: `
  select execution_id as "executionId", known, outcome, at
    from outcome_issue
   where outcome is not null
   order by at desc, execution_id
   limit ${String(rowsMax)}`,
};

/** Outcomes that contradict what was known of their transfers, the newest first. */
export async function contradictions({ pool }: Pool): Promise<readonly ContradictionEntry[]> {
  const { rows } = await pool.query<ContradictionEntry>(contradictionsStatement);
  return rows;
}
