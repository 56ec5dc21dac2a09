import type { ExchangeRates } from '@nordgate/contracts/codes';
import { isBulk } from '@nordgate/contracts/events';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import type { Fault } from '@nordgate/contracts/http';
import { isWithinPrecision } from '@nordgate/contracts/profile';
import type { OfferedProduct } from '@nordgate/contracts/profile';
import { amountSum, exchanged, hasRate, withMinorUnits } from '@nordgate/contracts/rules';
import { fault } from '../../reply/request-error.js';
import { amountsOf } from './amount-limits.js';

const account = '/debtorAccount/currency';

/**
 * The faults of what the bank could not exchange at the execution: a currency without a rate, and an amount that
 * the currency of the account cannot have. The fee is exchanged as well: only another account helps there. A bank that knows no rates leaves all of it to its core.
 */
export function exchangeFaults(
  instruction: PaymentInstruction,
  { price }: Pick<OfferedProduct, 'price'>,
  rates: ExchangeRates | undefined,
): Fault[] {
  const { currency } = instruction.debtorAccount;
  const others = [
    ...amountsOf(instruction).map(([at, amount]) => {
      return { amount, currencyAt: `${at}/currency`, amountAt: `${at}/amount` };
    }),
    ...(price === undefined ? [] : [{ amount: price, currencyAt: account, amountAt: account }]),
  ].filter(({ amount }) => amount.currency !== currency);
  if (rates === undefined || others.length === 0) return sumFaults(instruction, rates);
  if (!hasRate(rates, currency)) return [noRate(account, currency)];
  const faults = others.flatMap(({ amount, currencyAt, amountAt }) => {
    if (!hasRate(rates, amount.currency)) return [noRate(currencyAt, amount.currency)];
    if (exchanged(amount, currency, rates) !== undefined) return [];
    return [fault('FORMAT_ERROR', 'exchange.impossible', amountAt, { currency })];
  });
  return faults.length > 0 ? faults : sumFaults(instruction, rates);
}

function noRate(path: string, currency: string): Fault {
  return fault('FORMAT_ERROR', 'exchange.noRate', path, { currency });
}

/** A bulk with one debit: its sum is an amount too, and has no more digits than an amount may have. */
function sumFaults(instruction: PaymentInstruction, rates: ExchangeRates | undefined): Fault[] {
  if (!isBulk(instruction) || instruction.batchBookingPreferred !== true) return [];
  const { currency } = instruction.debtorAccount;
  let sum = '0';
  for (const { instructedAmount: amount } of instruction.payments) {
    const there =
      amount.currency === currency ? amount : rates && exchanged(amount, currency, rates);
    // A core without a table exchanges it by itself.
    if (there === undefined) return [];
    sum = amountSum(sum, there.amount);
  }
  if (isWithinPrecision(withMinorUnits({ amount: sum, currency }))) return [];
  return [fault('FORMAT_ERROR', 'bulk.sumTooLarge', '/payments', { currency })];
}
