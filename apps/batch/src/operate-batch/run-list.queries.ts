import { streams } from '@nordgate/contracts/rules';
import type { Database } from '@nordgate/event-store';

/** A few days of runs. */
const runsMax = 30;

const lastRunsStatement = {
  name: 'batch.last-runs',
  text: `
  select stream_id as stream from es.view
   where stream_type = 'batch-run'
   order by state ->> 'startedAt' desc, stream_id desc
   limit ${String(runsMax)}`,
};

/** The ids of the last runs, the newest first. */
export async function lastRuns({ pool }: Pick<Database, 'pool'>): Promise<readonly string[]> {
  const { rows } = await pool.query<{ stream: string }>(lastRunsStatement);
  return rows.map(({ stream }) => streams.batchRun.idOf(stream));
}
