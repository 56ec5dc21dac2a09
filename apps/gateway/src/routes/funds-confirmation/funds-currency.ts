import type { ExecutionTerms } from '@nordgate/contracts/profile';
import type { GetFunds } from '@nordgate/contracts/queries';

/**
 * Whether the bank can compare an amount in a currency with the funds of an account: by the rates with which it
 * executes payments. The rates of a core system are not known here.
 */
export function isConvertible(
  { currency: ofAccount, isConvertible: isByLedger = true }: NonNullable<GetFunds['answer']>,
  currency: string,
  executor: ExecutionTerms['executor'],
): boolean {
  return currency === ofAccount || (executor === 'ledger' && isByLedger);
}
