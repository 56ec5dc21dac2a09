import type { BatchCommands } from '@nordgate/contracts/commands';
import type { CommandOf, RowUpsert, RowWrite } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';

/** The slot of the runs that execute instant payments. The schedule knows nothing of them. */
export const instantSlot = 'instant';

const instantForm = new RegExp(String.raw`-${instantSlot}(?:\.\d+)?$`, 'u');

/** `instant_run`: the runs of instant payments, so that those of past days are completed. */
const instantRun: RowUpsert = {
  name: 'instant-run',
  columns: ['run', 'is_completed'],
  sql: `insert into instant_run as known (run, is_completed)
select run, is_completed from unnest($1::text[], $2::boolean[]) as told (run, is_completed)
    on conflict (run) do update
   set is_completed = known.is_completed or excluded.is_completed`,
};

/** The row of the start or the completion of a run of instant payments; none for other runs. */
export function instantRunRows({
  type,
  stream,
}: CommandOf<BatchCommands, 'StartRun' | 'CompleteRun'>): readonly RowWrite[] {
  if (!instantForm.test(stream)) return [];
  return [{ upsert: instantRun, row: [stream, type === 'CompleteRun'] }];
}

const openStatement = {
  name: 'batch.open-instant-runs',
  text: 'select run from instant_run where not is_completed order by run',
};

/** The streams of runs of instant payments that are not completed, of all generations. */
export async function openInstantRuns({ pool }: Pick<Database, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ run: string }>(openStatement);
  return rows.map(({ run }) => run);
}
