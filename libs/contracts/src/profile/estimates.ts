import { isBulk } from '../base/values/payment-instruction.v2.js';
import type { PaymentInstruction } from '../base/values/payment-instruction.v2.js';
import type { Amount } from '../interface/payments/amounts.js';
import type { Currency } from '../base/codes/currencies.js';
import type { ExchangeRates } from '../base/codes/sandbox-rates.js';
import { amountSum, amountUnits, withMinorUnits } from '../base/rules/exact-amounts.js';
import { exchanged } from '../base/rules/exchange.js';
import type { BankProfile } from './bank-profile.js';
import { exchangeRatesOf } from './exchange-terms.js';
import { executionTermsOf } from './execution-terms.js';

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

/** What a payment in another currency will probably take from its account, by the rates that the bank knows. */
export interface DebitEstimate {
  /** The payments, without the fee, in the currency of the account. */
  readonly payments: Amount;
  /** The payments and the fee. */
  readonly total: Amount;
  /** The rate; absent where several currencies are exchanged. */
  readonly rate?: string;
  /** The day of the rates, YYYY-MM-DD. */
  readonly quotedOn: string;
}

/**
 * The estimate for an instruction; of a periodic payment for one occurrence. The execution uses the rates of its
 * own day. Undefined where nothing is exchanged, or the bank does not know a rate.
 *
 * @param price of one payment; absent for none
 */
export function debitEstimateOf(
  instruction: PaymentInstruction,
  price: Amount | undefined,
  rates: ExchangeRates | undefined,
): DebitEstimate | undefined {
  const { currency } = instruction.debtorAccount;
  const amounts = isBulk(instruction)
    ? instruction.payments.map(({ instructedAmount }) => instructedAmount)
    : [instruction.instructedAmount];
  const others = new Set(amounts.map((one) => one.currency).filter((one) => one !== currency));
  if (rates === undefined || others.size === 0) return undefined;
  const payments = sumInCurrency(amounts, currency, rates);
  const fee = feeOf({ price }, instruction);
  const total = sumInCurrency(fee === undefined ? amounts : [...amounts, fee], currency, rates);
  if (payments === undefined || total === undefined) return undefined;
  const [first] = amounts.filter((one) => one.currency !== currency);
  const rate = others.size === 1 && first ? exchanged(first, currency, rates)?.rate : undefined;
  return {
    payments,
    total,
    quotedOn: rates.quotedOn,
    ...(rate === undefined ? {} : { rate }),
  };
}

/** Undefined for an amount that cannot be exchanged, and for a sum with more than 18 digits. */
function sumInCurrency(
  amounts: readonly Amount[],
  currency: Currency,
  rates: ExchangeRates,
): Amount | undefined {
  let sum = '0';
  for (const amount of amounts) {
    const there = amount.currency === currency ? amount : exchanged(amount, currency, rates);
    if (there === undefined) return undefined;
    sum = amountSum(sum, there.amount);
  }
  const written = withMinorUnits({ amount: sum, currency });
  return isWithinPrecision(written) ? { amount: written, currency } : undefined;
}

const digitsMax = 18;

/** Whether an amount has at most the digits that an amount may have (specification §2.3). */
export function isWithinPrecision(amount: string): boolean {
  return amountUnits(amount) >= 0n && amount.replace('.', '').length <= digitsMax;
}

/** What a bank tells its customer about a payment before the approval, besides the payment itself. */
export interface ApprovalTerms {
  readonly products: BankProfile['products'];
  /** Undefined where the bank estimates nothing. */
  readonly rates: ExchangeRates | undefined;
  /** The time of the last run of a banking day, HH:MM in Oslo. */
  readonly lastRun: string;
}

/** The terms of a profile. */
export function approvalTermsOf(profile: BankProfile): ApprovalTerms {
  const { runs } = executionTermsOf(profile);
  const lastRun = runs.at(-1) ?? '23:59';
  return { products: profile.products, rates: exchangeRatesOf(profile), lastRun };
}
