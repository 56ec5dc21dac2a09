import { Temporal } from 'temporal-polyfill';
import { bankingDayFrom, isBankingDay } from './banking-day.js';

const zone = 'Europe/Oslo';

/**
 * The day on which a payment order counts as received (PSD2 article 78): the day it came, or the next
 * banking day when it came after the cut-off or on a day that is none.
 *
 * @param at when it came, ISO 8601
 * @param cutOff time of day in Oslo, HH:MM; an order of that very minute is late
 * @returns YYYY-MM-DD
 */
export function dayReceived(at: string, cutOff: string): string {
  const came = Temporal.Instant.from(at).toZonedDateTimeISO(zone);
  const day = came.toPlainDate();
  const isLate = Temporal.PlainTime.compare(came.toPlainTime(), cutOff) >= 0;
  return bankingDayFrom(isLate && isBankingDay(day) ? day.add({ days: 1 }) : day).toString();
}
