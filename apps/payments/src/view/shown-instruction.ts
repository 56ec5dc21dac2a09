import { isBulk } from '@nordgate/contracts/events';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import type { ShownPayment } from '@nordgate/contracts/queries';
import { amountSum, withMinorUnits } from '@nordgate/contracts/rules';
import type { WrittenAmount } from '@nordgate/contracts/rules';

/** What a TPP's developer recognises a payment by: its amounts, summed for each currency, and its payees. */
export function shownInstruction(
  instruction: PaymentInstruction,
): Required<Pick<ShownPayment, 'amounts' | 'payees'>> {
  const transfers = isBulk(instruction) ? instruction.payments : [instruction];
  return {
    amounts: sumsOf(transfers.map(({ instructedAmount }) => instructedAmount)),
    payees: [...new Set(transfers.map(({ creditorName }) => creditorName))],
  };
}

/** The sum for each currency, such as `125.50 NOK`, in the order of the amounts. */
function sumsOf(amounts: readonly WrittenAmount[]): readonly string[] {
  const sums = new Map<string, string>();
  for (const { amount, currency } of amounts) {
    sums.set(currency, amountSum(sums.get(currency) ?? '0', amount));
  }
  return [...sums].map(
    ([currency, amount]) => `${withMinorUnits({ amount, currency })} ${currency}`,
  );
}
