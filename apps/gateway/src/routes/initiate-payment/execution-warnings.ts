import { plannedExecution } from '@nordgate/contracts/calendar';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import type { Fault } from '@nordgate/contracts/http';
import type { OfferedProduct } from '@nordgate/contracts/profile';
import { fault } from '../../reply/request-error.js';

/**
 * Warns that a payment, or the first occurrence of a periodic one, is executed on another day than the one that
 * was asked for: it came after the cut-off of the bank's profile (PSD2 article 78), or banks are closed. The
 * stored time decides, so a repeat gets the same warning. Instant products are executed at once.
 */
export function executionWarnings(
  {
    cutOff,
    product,
  }: Pick<OfferedProduct, 'cutOff'> & {
    readonly product: Pick<OfferedProduct['product'], 'execution'>;
  },
  instruction: PaymentInstruction,
  acceptedAt: string,
): Fault[] {
  if (product.execution === 'instant') return [];
  const { wanted, day: date, isLate } = plannedExecution({ instruction, acceptedAt, cutOff });
  if (wanted === date) return [];
  const path = '/requestedExecutionDate';
  if (isLate && cutOff !== undefined) {
    return [fault('EXECUTION_DATE_INVALID', 'date.afterCutOff', path, { cutOff, date })];
  }
  return [fault('EXECUTION_DATE_INVALID', 'date.closed', path, { day: wanted, date })];
}
