import { instantInOslo, timeInOslo } from '@nordgate/contracts/calendar';
import { bankingDayNear, daysLater } from '@nordgate/contracts/rules';
import type { OrdersOfRun } from '../order-book/due-orders.rows.js';
import type { Slot } from './due-slot.js';
import { instantSlot } from './known-runs.rows.js';

/**
 * The slot that executes the standing orders of a world of a sandbox whose clock was moved: the five runs leave them out
 * (specification section 1). A minute after the last run of a banking day.
 */
export const standingSlot = 'standing';

/** When the standing slot of a day begins. */
export function standingInstant(day: string, runs: readonly string[]): Date {
  return new Date(instantInOslo(day, runs.at(-1) ?? '00:00').getTime() + 60_000);
}

/** The standing slot of the last banking day on which it has begun. */
export function dueStandingSlot(now: Date, runs: readonly string[]): Slot {
  const { day } = timeInOslo(now);
  const passed = standingInstant(day, runs) <= now ? day : daysLater(day, -1);
  return { day: bankingDayNear(passed, 'preceding'), slot: standingSlot };
}

/** Of which orders a run is, by its slot. */
export function ordersOf(slot: string): OrdersOfRun {
  return slot === instantSlot || slot === standingSlot ? slot : 'batch';
}
