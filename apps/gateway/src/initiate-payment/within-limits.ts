import type { Fault } from '@nordgate/contracts/http';
import type { OfferedProduct } from '@nordgate/contracts/profile';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import { fault } from '../reply/refused.js';
import { isBelow } from './is-below.js';
import type { Amount } from './is-below.js';

/** The amounts of an instruction that are more than the bank takes in one payment of the product. */
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
