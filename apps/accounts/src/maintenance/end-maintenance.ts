import type { AccountCommands } from '@nordgate/contracts/commands';
import type { MaintenanceEvent } from '@nordgate/contracts/events';
import { isOver, runningWindow } from '@nordgate/contracts/rules';
import { nothing } from '@nordgate/decider';
import type { CommandOf, Decide } from '@nordgate/decider';
import type { Maintenance } from './maintenance.js';

export type EndMaintenance = CommandOf<AccountCommands, 'EndMaintenance'>;

/** Ends the window that begins at `from`, or the one that runs. Where there is none, nothing has to end. */
export const endMaintenance: Decide<EndMaintenance, Maintenance, MaintenanceEvent> = (
  { data: { from }, meta: { at } },
  { windows },
) => {
  const now = new Date(at);
  const known = windows.filter((one) => !isOver(one, now));
  const ended =
    from === undefined ? runningWindow(known, now) : known.find((one) => one.from === from);
  if (ended === undefined) return nothing;
  return [{ type: 'MaintenanceEnded', data: { from: ended.from, at } }];
};
