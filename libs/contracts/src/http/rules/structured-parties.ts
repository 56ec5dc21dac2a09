import { isBulk } from '../../events/payment-instruction.v1.js';
import type { PaymentInstruction } from '../../events/payment-instruction.v1.js';
import type { PaymentProduct } from '../../products/payment-product.js';

/**
 * Whether a payment goes through SWIFT or the SEPA clearing, which take structured addresses only: to
 * another country, or with an exchange of currencies (specification §9, announced changes).
 */
export function needsStructuredParties(
  { isDomestic }: Pick<PaymentProduct, 'isDomestic'>,
  instruction: PaymentInstruction,
): boolean {
  if (isDomestic !== true) return true;
  const parts = isBulk(instruction) ? instruction.payments : [instruction];
  return parts.some(
    ({ instructedAmount }) => instructedAmount.currency !== instruction.debtorAccount.currency,
  );
}
