import { hasStructuredCreditors, needsStructuredParties } from '@nordgate/contracts/http';
import { isBulk } from '@nordgate/contracts/events';
import type { RejectionReason } from '@nordgate/contracts/events';
import { offeredProduct } from '@nordgate/contracts/profile';
import type { BankProfile, OfferedProduct } from '@nordgate/contracts/profile';
import { standingTo } from '@nordgate/contracts/rules';
import type { KnownPayment } from './payment.js';

/** What the bank's profile has of rules that may change between the approval and the execution. */
export type ExecutionRules = Pick<BankProfile, 'products' | 'dates'>;

/**
 * Why a payment cannot be executed on this day, although the bank accepted it; undefined where it can: the
 * products and limits of today, and structured addresses from the date of the profile (specification 9).
 * One sub-payment stops its whole bulk, as at its initiation. An amount that cannot be compared with a limit of
 * today is no reason: the bank refuses it at the initiation only.
 *
 * @param day of the execution, YYYY-MM-DD in Oslo
 */
export function reasonAgainst(
  { debtor, instruction, product, service }: KnownPayment,
  day: string,
  { dates, products }: ExecutionRules,
): RejectionReason | undefined {
  const offered = offeredProduct({ products }, service, product);
  if (offered === undefined) return 'product-not-offered';
  if (isAboveLimit(instruction, offered)) return 'amount-above-limit';
  const isStructured = day >= dates.structuredAddressesFrom;
  if (!isStructured || !needsStructuredParties(offered.product, instruction)) return undefined;
  if (!hasStructuredCreditors(offered.product, instruction)) return 'creditor-address-incomplete';
  return debtor === undefined ? 'debtor-unknown' : undefined;
}

function isAboveLimit(
  instruction: KnownPayment['instruction'],
  { limits }: Pick<OfferedProduct, 'limits'>,
): boolean {
  const payments = isBulk(instruction) ? instruction.payments : [instruction];
  return payments.some(({ instructedAmount }) => standingTo(limits, instructedAmount) === 'above');
}
