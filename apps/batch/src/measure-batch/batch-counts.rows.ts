import type { Database } from '@nordgate/event-store';
import { openTransfers } from '../execution/overdue-transfers.rows.js';

/** What waits for the operator of the batch, and when a run ended last. */
export interface BatchCounts {
  readonly overdue: number;
  readonly contradictions: number;
  /** Unix time in seconds; null before the first end. */
  readonly lastEnd: number | null;
}

/** The ids of runs begin with their day. So the run that ended last is one of the newest. */
const runsMax = 100;

const countsStatement = {
  name: 'batch.counts',
  text: `
  select (select count(*)::int from es.stream s
           where ${openTransfers} and (s.state->>'reminders')::int > 0) as overdue,
         (select count(*)::int from contradiction) as contradictions,
         (select extract(epoch from max((state->>'completedAt')::timestamptz))::float8
            from (select state from es.stream
                   where stream_type = 'batch-run'
                   order by stream_id desc limit ${String(runsMax)}) as newest) as "lastEnd"`,
};

/** Counts the transfers and contradictions that the lists of the operator show, without their limits. */
export async function batchCounts({ pool }: Pick<Database, 'pool'>): Promise<BatchCounts> {
  const { rows } = await pool.query<BatchCounts>(countsStatement);
  const [counts] = rows;
  if (counts === undefined) throw new Error('the query of counts returned no row');
  return counts;
}
