import type { Fault } from '@nordgate/contracts/http';
import type { OfferedProduct } from '@nordgate/contracts/profile';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import { isBelow } from '@nordgate/contracts/rules';
import { fault } from '../../reply/request-error.js';

/** An amount as instructions and the bank's profile write it. */
export type Amount = Extract<
  PaymentInstruction,
  { readonly instructedAmount: unknown }
>['instructedAmount'];

/** One fault per amount above the bank's limit for one payment of the product. */
export function limitFaults(
  { amountMax }: Pick<OfferedProduct, 'amountMax'>,
  instruction: PaymentInstruction,
): Fault[] {
  if (amountMax === undefined) return [];
  return amountsOf(instruction)
    .filter(([, amount]) => isBelow(amountMax, amount))
    .map(([path]) => fault('FORMAT_ERROR', 'amount.aboveLimit', path, { ...amountMax }));
}

function amountsOf(instruction: PaymentInstruction): [path: string, amount: Amount][] {
  if (!('payments' in instruction)) {
    return [['/instructedAmount/amount', instruction.instructedAmount]];
  }
  return instruction.payments.map(({ instructedAmount }, at) => [
    `/payments/${String(at)}/instructedAmount/amount`,
    instructedAmount,
  ]);
}
