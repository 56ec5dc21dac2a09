import type { BatchCommands } from '@nordgate/contracts/commands';
import type { CommandOf, RowUpsert, RowWrite } from '@nordgate/decider';

/** The slot of the runs that execute instant payments. The schedule knows nothing of them. */
export const instantSlot = 'instant';

/** `known_run`: every run, so that those that are not completed are found. */
const knownRun: RowUpsert = {
  name: 'known-run',
  columns: ['run', 'is_completed'],
  sql: `insert into known_run as known (run, is_completed)
select run, is_completed from unnest($1::text[], $2::boolean[]) as told (run, is_completed)
    on conflict (run) do update
   set is_completed = known.is_completed or excluded.is_completed`,
};

/** The row of the start or the completion of a run. */
export function knownRunRows({
  type,
  stream,
}: CommandOf<BatchCommands, 'StartRun' | 'CompleteRun'>): readonly RowWrite[] {
  return [knownRunRow(stream, type === 'CompleteRun')];
}

/** The row of a run; a completed run stays completed. */
export function knownRunRow(stream: string, isCompleted: boolean): RowWrite {
  return { upsert: knownRun, row: [stream, isCompleted] };
}
