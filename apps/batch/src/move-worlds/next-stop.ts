import { instantInOslo, timeInOslo } from '@nordgate/contracts/calendar';
import { bankingDayNear, daysLater } from '@nordgate/contracts/rules';
import { standingInstant } from '../run/standing-slot.js';

/** The first days on which a world has something to execute, YYYY-MM-DD; absent without one. */
export interface NextDays {
  readonly due?: string;
  readonly standing?: string;
}

/**
 * When a world whose clock moves has to stop next: at the first slot on a banking day that has an order. Undefined where
 * nothing is to be executed.
 *
 * @param now the time in the world, behind which the stop is
 * @param runs HH:MM in Oslo, ascending
 */
export function nextStop(now: Date, next: NextDays, runs: readonly string[]): Date | undefined {
  const { day: today } = timeInOslo(now);
  const slots = runs.map((slot) => (day: string) => instantInOslo(day, slot));
  const standing = (day: string) => standingInstant(day, runs);
  const stops = [
    next.due === undefined ? undefined : firstAfter(now, later(next.due, today), slots),
    next.standing === undefined
      ? undefined
      : firstAfter(now, later(next.standing, today), [standing]),
  ].filter((stop) => stop !== undefined);
  return stops.sort((one, other) => one.getTime() - other.getTime())[0];
}

/**
 * The next slot of the profile on a banking day, whether or not something is due in it. Undefined where the profile has no
 * slot.
 *
 * @param runs HH:MM in Oslo, ascending
 */
export function nextSlot(now: Date, runs: readonly string[]): Date | undefined {
  const slots = runs.map((slot) => (day: string) => instantInOslo(day, slot));
  return firstAfter(now, timeInOslo(now).day, slots);
}

const later = (one: string, other: string) => (one > other ? one : other);

/** The first of the times of a banking day that is after now; undefined without any. */
function firstAfter(
  now: Date,
  from: string,
  times: readonly ((day: string) => Date)[],
): Date | undefined {
  if (times.length === 0) return undefined;
  for (let day = bankingDayNear(from, 'following'); ;) {
    const found = times.map((at) => at(day)).find((at) => at > now);
    if (found !== undefined) return found;
    day = bankingDayNear(daysLater(day, 1), 'following');
  }
}
