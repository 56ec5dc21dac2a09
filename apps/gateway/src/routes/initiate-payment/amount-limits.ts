import type { Fault } from '@nordgate/contracts/http';
import type { OfferedProduct } from '@nordgate/contracts/profile';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import { standingTo, withMinorUnits } from '@nordgate/contracts/rules';
import { fault } from '../../reply/request-error.js';

/** An amount as instructions and the bank's profile write it. */
export type Amount = Extract<
  PaymentInstruction,
  { readonly instructedAmount: unknown }
>['instructedAmount'];

/**
 * One fault per amount above the bank's limit for one payment of the product, or in a currency that has no
 * limit while others have one.
 */
export function limitFaults(
  { limits }: Pick<OfferedProduct, 'limits'>,
  instruction: PaymentInstruction,
): Fault[] {
  return amountsOf(instruction).flatMap(([path, amount]) => {
    const standing = standingTo(limits, amount);
    if (standing === 'within') return [];
    return [
      standing === 'above' ? aboveLimit(limits, amount, path) : noLimit(limits, amount, path),
    ];
  });
}

function aboveLimit(limits: readonly Amount[], { currency }: Amount, path: string): Fault {
  const limit = limits.find((one) => one.currency === currency);
  const amount = limit === undefined ? '' : withMinorUnits(limit);
  return fault('FORMAT_ERROR', 'amount.aboveLimit', `${path}/amount`, { amount, currency });
}

function noLimit(limits: readonly Amount[], { currency }: Amount, path: string): Fault {
  const allowed = limits.map((limit) => limit.currency).join(', ');
  return fault('FORMAT_ERROR', 'amount.noLimit', `${path}/currency`, { currency, allowed });
}

/** The amounts of an instruction with their places. */
export function amountsOf(instruction: PaymentInstruction): [path: string, amount: Amount][] {
  if (!('payments' in instruction)) {
    return [['/instructedAmount', instruction.instructedAmount]];
  }
  return instruction.payments.map(({ instructedAmount }, at) => [
    `/payments/${String(at)}/instructedAmount`,
    instructedAmount,
  ]);
}
