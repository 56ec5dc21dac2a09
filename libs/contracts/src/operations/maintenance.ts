/** Work on the bank that the operator has announced or begun: from its begin, up to and without its end. */
export interface MaintenanceWindow {
  /** ISO 8601, in UTC. */
  readonly from: string;
  /** ISO 8601, in UTC. */
  readonly until: string;
  /** Requests that only read are answered meanwhile. */
  readonly readsGoOn: boolean;
}

/** The longest window: an outage of a week is not announced by a flag. */
export const maintenanceHoursMax = 168;
/** How far ahead a window may begin. */
export const maintenanceDaysAhead = 365;
/** The windows that may be announced at once. */
export const maintenanceWindowsMax = 50;

/** Whether a window is over at a time; its end belongs to the time after it. */
export function isOver({ until }: MaintenanceWindow, now: Date): boolean {
  return Date.parse(until) <= now.getTime();
}

/** The window that runs at a time; its begin belongs to it. */
export function runningWindow(
  windows: readonly MaintenanceWindow[],
  now: Date,
): MaintenanceWindow | undefined {
  return windows.find((one) => Date.parse(one.from) <= now.getTime() && !isOver(one, now));
}

/** The windows that begin after a time, the first one first. */
export function windowsAhead(
  windows: readonly MaintenanceWindow[],
  now: Date,
): readonly MaintenanceWindow[] {
  return windows
    .filter(({ from }) => Date.parse(from) > now.getTime())
    .toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from));
}

/** A TPP asks again after this time at the latest: the operator may end a window early. */
const retrySecondsMax = 600;

/** The seconds after which a request may come again: never later than the end of the window. */
export function retryAfterOf({ until }: MaintenanceWindow, now: Date): number {
  const seconds = Math.floor((Date.parse(until) - now.getTime()) / 1000);
  return Math.min(Math.max(seconds, 0), retrySecondsMax);
}
