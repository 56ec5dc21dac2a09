import type { OverdueTransfer } from '@nordgate/contracts/commands';
import type { Database } from '@nordgate/event-store';
import type { KnownExecution } from '../domain/execution.js';

/** The condition of the index of open transfers. */
export const openTransfers = `
  s.stream_type = 'execution' and s.state->>'is' in ('instructed', 'started', 'debited')`;

/** Time is that of the database, which stored the last event of the transfer. */
const silentSql = `
  select s.state from es.stream s
    join es.event e on e.stream_id = s.stream_id and e.version = s.version
   where ${openTransfers} and s.stream_id > $2
     and e.at <= now() - make_interval(mins => $1)
   order by s.stream_id
   limit $3`;

/** Transfers of which nothing was heard for so many minutes, by id, after one that is known. */
export async function silentTransfers(
  { pool }: Pick<Database, 'pool'>,
  minutes: number,
  { after, max }: { readonly after: string; readonly max: number },
): Promise<readonly KnownExecution[]> {
  const { rows } = await pool.query<{ state: KnownExecution }>({
    name: 'batch.silent-transfers',
    text: silentSql,
    values: [minutes, after, max],
  });
  return rows.map(({ state }) => state);
}

const overdueSql = `
  select s.state from es.stream s
   where ${openTransfers} and (s.state->>'reminders')::int > 0
   order by s.stream_id
   limit $1`;

/** The transfers whose executor was asked again and has not ended them, by id. */
export async function overdueTransfers(
  { pool }: Pick<Database, 'pool'>,
  max: number,
): Promise<readonly OverdueTransfer[]> {
  const { rows } = await pool.query<{ state: KnownExecution }>({
    name: 'batch.overdue-transfers',
    text: overdueSql,
    values: [max],
  });
  return rows.map(({ state: { executionId, paymentId, is, executor, run, reminders } }) => {
    return { executionId, paymentId, is: is as OverdueTransfer['is'], executor, run, reminders };
  });
}
