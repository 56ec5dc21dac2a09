import { dayInOslo, daysLater } from '../base/rules/days.js';

/** Reads of an account in 24 hours without the PSU (specification section 8). */
export const readsWithoutPsu = 4;

/** Transactions at most so old are read without the PSU, and without a new SCA (specification section 8). */
export const recentDays = 90;

/** The first day, YYYY-MM-DD in Oslo, whose transactions are no older than 90 days. */
export function oldestRecentDay(now: Date): string {
  return daysLater(dayInOslo(now), -recentDays);
}
