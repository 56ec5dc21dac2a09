import type { PaymentInstruction } from '@nordgate/contracts/events';

/** An amount as instructions and the bank's profile write it. */
export type Amount = Extract<
  PaymentInstruction,
  { readonly instructedAmount: unknown }
>['instructedAmount'];

/** The most decimals that an amount has (specification 2.3: scale 5). */
const scale = 5;

/** Whether an amount is less than a limit, exactly; never so in another currency. */
export function isBelow(amount: Amount, limit: Amount): boolean {
  return amount.currency === limit.currency && unitsOf(amount) < unitsOf(limit);
}

function unitsOf({ amount }: Amount): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(`${whole}${fraction.padEnd(scale, '0')}`);
}
