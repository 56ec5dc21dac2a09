import { isPeriodic } from '../values/payment-instruction.v2.js';
import type { PaymentInstruction } from '../values/payment-instruction.v2.js';
import { bankingDayNear, dayCounted, timeInOslo } from './banking-days.js';
import { daysLater } from '../rules/days.js';
import { firstDueDay } from './due-days.js';
import { nextExecutionDates, earliestDay } from './execution-dates.js';

/** What the bank knows of an order that is not instant. */
export interface ReceivedOrder {
  readonly instruction: PaymentInstruction;
  /** When the bank received it, ISO 8601. */
  readonly acceptedAt: string;
  /** The product's time of day in Oslo, HH:MM; without it no payment is late. */
  readonly cutOff?: string | undefined;
}

/** When a payment is executed, or the first occurrence of a periodic one. */
export interface PlannedExecution {
  /** The day that was asked for, or the day of receipt where none was; YYYY-MM-DD. */
  readonly wanted: string;
  /** The banking day of its execution, YYYY-MM-DD. */
  readonly day: string;
  /** The cut-off moved it, not only a closed day. */
  readonly isLate: boolean;
}

/**
 * The day on which a payment is executed if it is approved in time, by the rules that the runs follow: the cut-off
 * of its product, and the days on which banks are closed. Instant products have no such day.
 */
export function plannedExecution(order: ReceivedOrder): PlannedExecution {
  const { instruction, acceptedAt, cutOff } = order;
  const day = executionDayOf(order);
  const isLate = cutOff !== undefined && day !== executionDayOf({ instruction, acceptedAt });
  return { wanted: wantedDayOf(order), day, isLate };
}

function wantedDayOf({ instruction, acceptedAt }: ReceivedOrder): string {
  if (isPeriodic(instruction)) return firstDueDay(instruction);
  return instruction.requestedExecutionDate ?? dayCounted(acceptedAt);
}

function executionDayOf({ instruction, acceptedAt, cutOff }: ReceivedOrder): string {
  if (!isPeriodic(instruction)) {
    const { requestedExecutionDate: requestedDay } = instruction;
    return bankingDayNear(earliestDay({ acceptedAt, cutOff, requestedDay }), 'following');
  }
  const [first] = nextExecutionDates(instruction, instruction.startDate, 1);
  return bankingDayNear(earliestDay({ acceptedAt, cutOff, requestedDay: first }), 'following');
}

/**
 * The same for an approval at a moment: no run before it executes the payment.
 *
 * @param lastRun of a banking day, HH:MM in Oslo
 */
export function executionAfterApproval(
  order: ReceivedOrder,
  at: Date,
  lastRun: string,
): PlannedExecution {
  const planned = plannedExecution(order);
  const { day: today, time } = timeInOslo(at);
  const next = bankingDayNear(time < lastRun ? today : daysLater(today, 1), 'following');
  return planned.day < next ? { ...planned, day: next } : planned;
}
