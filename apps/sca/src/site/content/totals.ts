import { Big } from 'big.js';
import { isBulk } from '@nordgate/contracts/events';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import type { Language } from '../language/site-language.js';
import { amountText } from '../language/plain-values.js';

/** The exact sum of payments per currency, with the decimals of the most precise amount. */
export function totalsOf(instructions: readonly PaymentInstruction[]): [string, string][] {
  const sums = new Map<string, { readonly sum: Big; readonly decimals: number }>();
  for (const { instructedAmount } of instructions.flatMap(partsOf)) {
    const { amount, currency } = instructedAmount;
    const { sum, decimals } = sums.get(currency) ?? { sum: new Big(0), decimals: 0 };
    const own = amount.split('.')[1]?.length ?? 0;
    sums.set(currency, { sum: sum.plus(amount), decimals: Math.max(decimals, own) });
  }
  return [...sums].map(([currency, { sum, decimals }]) => [currency, sum.toFixed(decimals)]);
}

/** That sum for people: 1,339.50 NOK, or one sum for each currency. */
export function totalText(instructions: readonly PaymentInstruction[], language: Language): string {
  const sums = totalsOf(instructions);
  return sums.map(([currency, sum]) => amountText(sum, currency, language)).join(' + ');
}

/** The payments in an instruction: those of a bulk, otherwise itself. */
export function partsOf(instruction: PaymentInstruction) {
  return isBulk(instruction) ? instruction.payments : [instruction];
}
