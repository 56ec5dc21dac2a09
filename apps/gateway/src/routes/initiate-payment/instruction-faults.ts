import type { Fault } from '@nordgate/contracts/http';
import type { OfferedProduct } from '@nordgate/contracts/profile';
import { isWithinPrecision } from '@nordgate/contracts/profile';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import { isBulk } from '@nordgate/contracts/events';
import {
  standingTo,
  withMinorUnits,
  amountSum,
  exchanged,
  hasRate,
} from '@nordgate/contracts/rules';
import type { ExchangeRates } from '@nordgate/contracts/codes';
import { plannedExecution } from '@nordgate/contracts/calendar';
import { fault } from '../../reply/request-error.js';

/** An amount as instructions and the bank's profile write it. */
type Amount = Extract<
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
function amountsOf(instruction: PaymentInstruction): [path: string, amount: Amount][] {
  if (!('payments' in instruction)) {
    return [['/instructedAmount', instruction.instructedAmount]];
  }
  return instruction.payments.map(({ instructedAmount }, at) => [
    `/payments/${String(at)}/instructedAmount`,
    instructedAmount,
  ]);
}

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

/**
 * Warns that a payment, or the first occurrence of a periodic one, is executed on another day than the one that
 * was asked for: it came after the cut-off of the bank's profile (PSD2 article 78), or banks are closed. The
 * stored time decides, so a repeat gets the same warning. Instant products are executed at once.
 */
export function executionWarnings(
  {
    cutOff,
    product,
  }: Pick<OfferedProduct, 'cutOff'> & {
    readonly product: Pick<OfferedProduct['product'], 'execution'>;
  },
  instruction: PaymentInstruction,
  acceptedAt: string,
): Fault[] {
  if (product.execution === 'instant') return [];
  const { wanted, day: date, isLate } = plannedExecution({ instruction, acceptedAt, cutOff });
  if (wanted === date) return [];
  const path = '/requestedExecutionDate';
  if (isLate && cutOff !== undefined) {
    return [fault('EXECUTION_DATE_INVALID', 'date.afterCutOff', path, { cutOff, date })];
  }
  return [fault('EXECUTION_DATE_INVALID', 'date.closed', path, { day: wanted, date })];
}
