import type { RunEntry } from '@nordgate/contracts/commands';
import { GetBatchRun } from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import type { OpenOperations } from '@nordgate/service';

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

/** The last runs with the counts of all TPPs, the newest first. */
export async function listRuns(
  { pool }: Pick<Database, 'pool'>,
  ask: Parameters<OpenOperations>[0]['ask'],
): Promise<readonly RunEntry[]> {
  const { rows } = await pool.query<{ stream: string }>(lastRunsStatement);
  const ids = rows.map(({ stream }) => streams.batchRun.idOf(stream));
  const views = await Promise.all(ids.map((runId) => ask(new GetBatchRun(runId, null))));
  return views
    .filter((view) => view !== null)
    .map(({ runId, status, startedAt, completedAt, counts }) => ({
      runId,
      status,
      ...defined({ startedAt, completedAt }),
      counts,
    }));
}
