import { instantInOslo } from '@nordgate/contracts/calendar';
import type { PeriodicOrder } from '@nordgate/contracts/calendar';
import { received } from '@nordgate/decider/testing';
import { nextStop } from '../move-worlds/next-stop.js';
import { orderFactsOf } from '../order-book/order-facts.js';
import { orderTermsOf } from '../order-book/order-terms.js';
import { dueStandingSlot } from '../run/standing-slot.js';
import { aProfile } from './a-profile.js';
import { aTransfer, claimed, initiated } from './an-order.js';

/** The day on which a world whose clock is led has its orders approved, and the last day to which a clock goes: three years on. */
export const [firstDay, lastDay] = ['2026-12-01', '2029-12-01'] as const;

const runs = ['06:00', '11:00', '16:00'];
/** Early enough for an order that starts on that day. */
const approvedAt = instantInOslo(firstDay, '09:00');
const until = instantInOslo(lastDay, '23:00');
const terms = { ...orderTermsOf(aProfile), executesPeriodic: false };

/**
 * On which days the clock of a world executes a standing order, by the pure rules that lead a world: the order book keeps the
 * next day, the move stops there, and the slot takes what is due.
 *
 * @returns the banking days of the slots, YYYY-MM-DD
 */
export function ledDays(order: PeriodicOrder): string[] {
  const asked = { service: 'periodic-payments', instruction: { ...aTransfer, ...order } } as const;
  const days: string[] = [];
  const receipt = initiated({ ...asked, acceptedAt: approvedAt.toISOString() });
  let standing = standingDayAfter(receipt);
  for (let at = approvedAt; standing !== undefined;) {
    const stop = nextStop(at, { standing }, runs);
    if (stop === undefined || stop > until) break;
    at = stop;
    const { day } = dueStandingSlot(at, runs);
    if (standing > day) continue;
    days.push(day);
    standing = standingDayAfter(claimed('batch-run-1', asked, standing));
  }
  return days;
}

function standingDayAfter(event: ReturnType<typeof initiated | typeof claimed>) {
  return orderFactsOf(received('payment-1', event, 1), terms).wish?.standingDay;
}
