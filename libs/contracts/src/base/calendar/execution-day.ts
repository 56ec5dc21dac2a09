import { bankingDayNear, dayCounted } from './banking-days.js';

/** What decides the day on which a payment is executed once. */
export interface DatedOrder {
  /** When the bank received it, ISO 8601. */
  readonly acceptedAt: string;
  /** The product's time of day in Oslo, HH:MM; without it no payment is late. */
  readonly cutOff?: string | undefined;
  /** The day that the TPP asked for, YYYY-MM-DD. */
  readonly requestedDay?: string | undefined;
}

/**
 * The first day on which a run may execute a payment, if banks are open on it: the day of its receipt, the
 * day after it for a late order, or the later day that the TPP asked for.
 *
 * @returns YYYY-MM-DD
 */
export function earliestDay({ acceptedAt, cutOff, requestedDay }: DatedOrder): string {
  const counted = dayCounted(acceptedAt, cutOff);
  return requestedDay !== undefined && requestedDay > counted ? requestedDay : counted;
}

/**
 * The banking day on which a payment is executed: {@link earliestDay}, or the first banking day after it
 * (PSD2 article 78). The answer to its initiation warns by the same rule. Instant payments have no such day.
 *
 * @returns YYYY-MM-DD
 */
export function executionDay(order: DatedOrder): string {
  return bankingDayNear(earliestDay(order), 'following');
}
