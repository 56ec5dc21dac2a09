import { timeInOslo } from '@nordgate/contracts/calendar';
import { bankingDayNear } from '@nordgate/contracts/rules';
import { slotPlace } from '../domain/schedule.js';

/** A slot of the bank's profile on a banking day. */
export interface Slot {
  /** YYYY-MM-DD in Oslo. */
  readonly day: string;
  /** HH:MM in Oslo. */
  readonly slot: string;
}

/**
 * The slot that a scheduler has to open now: the last one of today, if banks are open. A long absence misses
 * the slots before it, whose payments are due in this one. Undefined before the first slot of a day, on a day
 * on which banks are closed, and where the slot began before the schedule did.
 *
 * @param runs HH:MM in Oslo, ascending
 * @param since when the schedule began
 */
export function dueSlot(now: Date, runs: readonly string[], since: Date): Slot | undefined {
  const { day, time } = timeInOslo(now);
  const slot = runs.findLast((one) => one <= time);
  if (slot === undefined || bankingDayNear(day, 'following') !== day) return undefined;
  const began = timeInOslo(since);
  return slotPlace(day, slot) > slotPlace(began.day, began.time) ? { day, slot } : undefined;
}

/** Seconds, by whole minutes, since a slot of today began. The clocks of Oslo change on Sundays only, which have no slot. */
export function secondsSince({ slot }: Slot, now: Date): number {
  return (minutesOf(timeInOslo(now).time) - minutesOf(slot)) * 60;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
