import { handles } from '@nordgate/contracts/events';
import type { Handled } from '@nordgate/contracts/events';
import type { ReceivedEvent, RowUpsert, RowWrite } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';

/** `maintenance_window`: the windows of maintenance, the highest version wins. */
const maintenanceWindow: RowUpsert = {
  name: 'maintenance-window',
  columns: ['begins', 'version', 'ends'],
  sql: `insert into maintenance_window as known (begins, version, ends)
select begins, version, ends
  from unnest($1::timestamptz[], $2::bigint[], $3::timestamptz[]) as told (begins, version, ends)
    on conflict (begins) do update
   set version = excluded.version, ends = excluded.ends
 where known.version < excluded.version`,
};

/** The windows of maintenance, and their ends. */
export const maintenances = handles('accounts.events.v1', [
  'MaintenancePlanned',
  'MaintenanceEnded',
]);

/** The row of a window that was announced, changed or ended. */
export function maintenanceRow({
  version,
  event,
}: ReceivedEvent<Handled<typeof maintenances>>): RowWrite {
  const ends = event.type === 'MaintenancePlanned' ? event.data.until : null;
  return { upsert: maintenanceWindow, row: [event.data.from, version, ends] };
}

/** Whether the bank is in maintenance at a time: a window has its begin, and not its end. */
export async function isInMaintenance(
  { pool }: Pick<Database, 'pool'>,
  now: Date,
): Promise<boolean> {
  const { rows } = await pool.query<{ readonly runs: boolean }>({
    name: 'batch.in-maintenance',
    text: `select exists (select from maintenance_window where begins <= $1 and ends > $1) as runs`,
    values: [now],
  });
  return rows[0]?.runs === true;
}
