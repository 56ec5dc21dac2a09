import { isBulk } from '../base/values/payment-instruction.v2.js';
import type { PaymentInstruction } from '../base/values/payment-instruction.v2.js';
import type { Amount } from '../interface/payments/amounts.js';

/**
 * What the payments in an instruction cost by the price list (specification 2.2): the price of one payment,
 * and in a bulk that of each part. Undefined when the product is free. A periodic payment costs it each time.
 */
export function feeOf(
  { price }: { readonly price?: Amount | undefined },
  instruction: PaymentInstruction,
): Amount | undefined {
  if (price === undefined) return undefined;
  const count = isBulk(instruction) ? instruction.payments.length : 1;
  return { ...price, amount: times(price.amount, count) };
}

/** The exact product of a decimal in a string and a count, with the same number of decimals. */
function times(amount: string, count: number): string {
  const [whole = '', decimals = ''] = amount.split('.');
  const product = String(BigInt(whole + decimals) * BigInt(count)).padStart(
    decimals.length + 1,
    '0',
  );
  if (decimals === '') return product;
  return `${product.slice(0, -decimals.length)}.${product.slice(-decimals.length)}`;
}
