import type { AccountCommands } from '@nordgate/contracts/commands';
import type { MaintenanceEvent } from '@nordgate/contracts/events';
import {
  isOver,
  maintenanceDaysAhead,
  maintenanceHoursMax,
  maintenanceWindowsMax,
  runningWindow,
} from '@nordgate/contracts/rules';
import type { MaintenanceWindow } from '@nordgate/contracts/rules';
import { nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decide, Refusal } from '@nordgate/decider';
import type { Maintenance } from './maintenance.js';

export type PlanMaintenance = CommandOf<AccountCommands, 'PlanMaintenance'>;
export type EndMaintenance = CommandOf<AccountCommands, 'EndMaintenance'>;

/**
 * Announces a window of maintenance, or begins one now where the command has no begin. A window with the same begin, and
 * the one that runs, get the new end. Refuses a window in the past, one that is too long or too far ahead, and one that
 * overlaps another.
 */
export const planMaintenance: Decide<PlanMaintenance, Maintenance, MaintenanceEvent> = (
  { data: { from: begin, until, readsGoOn }, meta: { at } },
  { windows },
) => {
  const now = new Date(at);
  const known = windowsAt(now, windows);
  const from = begin ?? runningWindow(known, now)?.from ?? at;
  const planned = { from, until, readsGoOn };
  const others = known.filter((one) => one.from !== from);
  const isChange = others.length < known.length;
  const refusal = lengthRefusal(planned, now, isChange) ?? overlapRefusal(planned, others);
  if (refusal !== undefined) return refusal;
  if (known.some((one) => isSame(one, planned))) return nothing;
  return [{ type: 'MaintenancePlanned', data: { ...planned, at } }];
};

/** Ends the window that begins at `from`, or the one that runs. Where there is none, nothing has to end. */
export const endMaintenance: Decide<EndMaintenance, Maintenance, MaintenanceEvent> = (
  { data: { from }, meta: { at } },
  { windows },
) => {
  const now = new Date(at);
  const known = windowsAt(now, windows);
  const ended =
    from === undefined ? runningWindow(known, now) : known.find((one) => one.from === from);
  if (ended === undefined) return nothing;
  return [{ type: 'MaintenanceEnded', data: { from: ended.from, at } }];
};

const windowsAt = (now: Date, windows: readonly MaintenanceWindow[]) =>
  windows.filter((one) => !isOver(one, now));

const hourMs = 3_600_000;

function lengthRefusal(
  { from, until }: MaintenanceWindow,
  now: Date,
  isChange: boolean,
): Refusal | undefined {
  const [begins, ends] = [Date.parse(from), Date.parse(until)];
  const bad = (path: string, text: string) => refuse('FORMAT_ERROR', { path, text });
  if (begins < now.getTime() && !isChange) return bad('/from', 'from is in the past');
  if (begins - now.getTime() > maintenanceDaysAhead * 24 * hourMs) {
    return bad('/from', `from is more than ${String(maintenanceDaysAhead)} days ahead`);
  }
  if (ends <= begins) return bad('/until', 'until is not after from');
  if (ends <= now.getTime()) return bad('/until', 'until is in the past');
  if (ends - begins > maintenanceHoursMax * hourMs) {
    return bad('/until', `a window has at most ${String(maintenanceHoursMax)} hours`);
  }
  return undefined;
}

function overlapRefusal(
  { from, until }: MaintenanceWindow,
  others: readonly MaintenanceWindow[],
): Refusal | undefined {
  const other = others.find(
    (one) => Date.parse(one.from) < Date.parse(until) && Date.parse(from) < Date.parse(one.until),
  );
  if (other !== undefined) {
    const text = `it overlaps the window from ${other.from} until ${other.until}: end that one first`;
    return refuse('CONFLICT', { text });
  }
  if (others.length < maintenanceWindowsMax) return undefined;
  return refuse('CONFLICT', { text: `there are ${String(maintenanceWindowsMax)} windows already` });
}

function isSame(one: MaintenanceWindow, other: MaintenanceWindow): boolean {
  return one.from === other.from && one.until === other.until && one.readsGoOn === other.readsGoOn;
}
