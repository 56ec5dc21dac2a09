import { dayInOslo, daysLater, endOfDay, lastDayBefore } from '@nordgate/contracts/rules';

/** Days that an access to accounts lasts before SCA renews it (specification section 8). */
export const accessDays = 180;

const minuteMs = 60_000;

/** The instant so many minutes later, ISO 8601. */
export function minutesAfter(at: string, minutes: number): string {
  return new Date(Date.parse(at) + minutes * minuteMs).toISOString();
}

/**
 * The end of an access that was granted at an instant, ISO 8601: the end of its 180th day after the day of the
 * grant in Oslo, whatever the clocks did in between.
 */
export function accessEnd(grantedAt: string): string {
  return endOfDay(daysLater(dayInOslo(new Date(grantedAt)), accessDays));
}

/**
 * The end of an access as it was stored, ISO 8601. Older releases stored an instant within the last day: that
 * day was published, so the access holds to its end.
 */
export function heldUntil(validUntil: string): string {
  return endOfDay(lastDayBefore(validUntil));
}

/** Whether an access with this stored end is over at an instant. */
export function isAccessOver(validUntil: string, at: string): boolean {
  return isOver(heldUntil(validUntil), at);
}

/** The instant so many hours later, ISO 8601. */
export function hoursAfter(at: string, hours: number): string {
  return minutesAfter(at, hours * 60);
}

/** Whether a deadline has passed at an instant; the deadline itself is too late. */
export function isOver(deadline: string, at: string): boolean {
  return Date.parse(at) >= Date.parse(deadline);
}
