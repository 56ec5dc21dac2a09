import type {
  BalancesAnswer,
  CoreFigures,
  CoreTransaction,
  TransactionsAnswer,
} from '@nordgate/contracts/core';
import type { TransactionPosition } from '@nordgate/contracts/queries';
import { isCalendarDate } from '@nordgate/contracts/rules';
import { newestFirst } from '../books/page-cut.js';
import { isAmountIn } from '../domain/money.js';
import type { Asked } from './core-paths.js';

/*
 * What no schema can say of an answer of the core. A TPP must not get anything untrue, so one fault makes the whole answer
 * unusable. The faults go to the log and repeat nothing of the answer.
 */

/** The day of a transaction, by which a read orders and filters it. */
export function dayOf(one: CoreTransaction): string {
  return one.status === 'booked' ? one.bookingDate : one.date;
}

/** A transaction of the core with its place in the order of a read. */
export const placed = (one: CoreTransaction) => ({ day: dayOf(one), sequence: one.sequence, one });

/** Why an answer is not what was asked for; undefined for one that is. */
export function transactionsFault(
  { asOf, transactions }: TransactionsAnswer,
  asked: Asked,
  currency: string,
): string | undefined {
  if (asked.asOf !== null && asOf !== asked.asOf) return 'asOf is not that of the request';
  if (transactions.length > asked.limit) return 'there are more transactions than the limit';
  const lines = transactions.map(placed);
  if (lines.some((line, at) => at > 0 && newestFirst(lines[at - 1] ?? line, line) >= 0)) {
    return 'the transactions are not in order';
  }
  const ids = new Set(transactions.map(({ transactionId }) => transactionId));
  const sequences = new Set(transactions.map(({ sequence }) => sequence));
  if (ids.size < lines.length) return 'a transactionId comes twice';
  if (sequences.size < lines.length) return 'a sequence comes twice';
  if (transactions.some(({ sequence }) => sequence > asOf)) return 'a sequence is above asOf';
  if (!lines.every((line) => isAsked(line, asked))) return 'a transaction was not asked for';
  return transactions.flatMap((one) => transactionFault(one, currency) ?? []).at(0);
}

/** Why a transaction cannot be one of an account in this currency. */
export function transactionFault(one: CoreTransaction, currency: string): string | undefined {
  if (one.currency !== currency) return 'currency is not that of the account';
  if (!isAmountIn(currency, one.amount)) return 'amount is none of the currency';
  if (!isCalendarDate(dayOf(one))) return 'a day is not in the calendar';
  if (one.status === 'pending') return undefined;
  if (!isCalendarDate(one.valueDate)) return 'valueDate is not in the calendar';
  const { balanceAfter = '0' } = one;
  return isBalanceIn(currency, balanceAfter) ? undefined : 'balanceAfter is none of the currency';
}

function isAsked(
  { one, ...position }: ReturnType<typeof placed>,
  { filter: { status, dateFrom, dateTo }, place }: Asked,
): boolean {
  if (status !== 'both' && one.status !== status) return false;
  if ((dateFrom ?? position.day) > position.day || (dateTo ?? position.day) < position.day) {
    return false;
  }
  if ('after' in place) return isBehind(position, place.after);
  return 'before' in place ? isBehind(place.before, position) : true;
}

const isBehind = (one: TransactionPosition, other: TransactionPosition) =>
  newestFirst(other, one) < 0;

/** Why an answer about balances is not what was asked for. */
export function balancesFault(
  { accounts }: BalancesAnswer,
  currencies: ReadonlyMap<string, string>,
): string | undefined {
  const named = new Set(accounts.map(({ account }) => account));
  const isWhole =
    accounts.length === currencies.size && [...currencies.keys()].every((one) => named.has(one));
  if (!isWhole) return 'the accounts are not those of the request';
  return accounts
    .flatMap((one) => figuresFault(one, currencies.get(one.account) ?? '') ?? [])
    .at(0);
}

/** ISO 8601 with an offset, as RFC 3339 has it. */
const timePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/u;
const idPattern = /^[A-Za-z0-9_-]{1,64}$/u;

function figuresFault(
  { balances, closing, lastChangeAt, lastTransactionId = 'none' }: CoreFigures,
  currency: string,
): string | undefined {
  const { interimBooked, interimAvailable, creditLimit = '0' } = balances;
  if (balances.currency !== currency) return 'currency is not that of the account';
  const amounts = [interimBooked, interimAvailable, creditLimit, closing?.before ?? '0'];
  if (!amounts.every((one) => isBalanceIn(currency, one))) {
    return 'a balance is none of the currency';
  }
  if (closing !== undefined && !isCalendarDate(closing.day)) return 'closing has no day';
  if (!idPattern.test(lastTransactionId)) return 'lastTransactionId is no id';
  return isTime(lastChangeAt) ? undefined : 'lastChangeAt is no time';
}

const isTime = (text = '2030-01-01T00:00:00Z') =>
  timePattern.test(text) && !Number.isNaN(Date.parse(text));

const zero = /^-?0(?:\.0{1,5})?$/u;

/** Whether an amount, or zero, is one that the currency can have exactly. */
function isBalanceIn(currency: string, amount: string): boolean {
  return zero.test(amount) || isAmountIn(currency, amount);
}
