import { isEndedPayment } from '@nordgate/contracts/codes';
import { isPeriodic } from '@nordgate/contracts/events';
import { nextExecutionDates } from '@nordgate/contracts/calendar';
import type { PaymentView } from '@nordgate/contracts/queries';

/** What the details of a periodic payment say of the time to come. */
export interface NextExecutions {
  /** Today in Oslo or later, YYYY-MM-DD, by the calendar of Norwegian banks. */
  readonly nextExecutionDates?: readonly string[];
}

/** Most dates that are shown; a payment that ends may have fewer, or none. */
const shownMax = 6;

/** The next dates of a periodic payment, unless it is over; of any other payment nothing. */
export function nextExecutionsOf(
  {
    instruction,
    transactionStatus: status,
    fundsAvailable,
  }: Pick<PaymentView, 'instruction' | 'transactionStatus' | 'fundsAvailable'>,
  today: string,
): NextExecutions {
  if (!isPeriodic(instruction)) return {};
  const funds = fundsAvailable === undefined ? {} : { fundsAvailable };
  if (isEndedPayment({ status, ...funds })) return {};
  return { nextExecutionDates: nextExecutionDates(instruction, today, shownMax) };
}
