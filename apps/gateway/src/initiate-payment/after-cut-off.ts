import { dayReceived } from '@nordgate/contracts/calendar';
import type { Fault } from '@nordgate/contracts/http';
import type { OfferedProduct } from '@nordgate/contracts/profile';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import { dayInOslo } from '../access/day-in-oslo.js';
import { fault } from '../reply/refused.js';

/**
 * The warning that a payment for the day it came counts as received later (PSD2 article 78), by the
 * cut-off of the bank's profile. It is told of the moment that is stored, so a repeat says the same.
 */
export function cutOffWarnings(
  { cutOff, service }: Pick<OfferedProduct, 'cutOff' | 'service'>,
  instruction: PaymentInstruction,
  acceptedAt: string,
): Fault[] {
  if (cutOff === undefined || service === 'periodic-payments') return [];
  const came = dayInOslo(new Date(acceptedAt));
  const { requestedExecutionDate = came } = instruction as { requestedExecutionDate?: string };
  const date = dayReceived(acceptedAt, cutOff);
  if (requestedExecutionDate > came || date === came) return [];
  const path = '/requestedExecutionDate';
  return [fault('EXECUTION_DATE_INVALID', 'date.afterCutOff', path, { cutOff, date })];
}
