import type { TransactionView } from '@nordgate/contracts/queries';
import { defined } from '@nordgate/decider';
import type { Transaction } from './transactions-of.js';

/** A row as the driver reads it; bigint arrives as text. */
export type TransactionRow = Omit<Transaction, 'account' | 'generation' | 'sequence' | 'ended'> & {
  readonly sequence: string;
};

/** The columns of a row, for a select list. */
export const transactionColumns = `transaction_id as "transactionId", entry_id as "entryId", status, day,
         value_date as "valueDate", currency, amount, details, sequence, balance_after as "balanceAfter"`;

/**
 * The sequence at which a pending transaction ended: the expression of the index of pending transactions and
 * of its statistics (migrations/4-pending-transaction.migration.ts).
 */
export const pendingEnded = `case when status = 'pending' then ended end`;

/** A row as other services see it. */
export function transactionViewOf({
  status,
  day,
  valueDate,
  balanceAfter,
  sequence,
  transactionId,
  entryId,
  currency,
  amount,
  details,
}: Omit<TransactionRow, 'sequence'> & { readonly sequence: string | number }): TransactionView {
  const row = { transactionId, entryId, currency, amount, details };
  // From the day of the reservation on the amount is not available, and the filter of days uses that day.
  if (status === 'pending') return { ...row, status, valueDate: day };
  const optional = { valueDate: valueDate ?? undefined, balanceAfter: balanceAfter ?? undefined };
  return { ...row, status, bookingDate: day, sequence: Number(sequence), ...defined(optional) };
}
