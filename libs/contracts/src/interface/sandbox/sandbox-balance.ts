import type { Currency } from '../../base/codes/currencies.js';
import { CURRENCIES } from '../../base/codes/currencies.js';
import { Optional } from '../../base/fields/field.js';
import { Nested } from '../../base/fields/nested.js';
import { DateText, Flag, OneOf, Pattern, Text } from '../../base/fields/values.js';
import type { BodyPath } from '../../base/json/json-value.js';
import { isCalendarDate } from '../../base/rules/days.js';
import { formatFault } from '../reading/fault.js';
import type { BodyFault } from '../reading/fault.js';
import { minorUnitFaults } from '../payments/amounts.js';
import type { Partly } from '../reading/rule.js';
import { Decimal } from '../../base/fields/decimal.js';

/** A decimal of zero or more: at most 18 digits, at most 5 of them after the point (specification §2.3). */
export const balancePattern = /^(?!(?:\.?\d){19})(?:0|[1-9]\d*)(?:\.\d{1,5})?$/u;

/** The same with a minus sign for what is below zero. */
export const signedBalancePattern = /^-?(?!(?:\.?\d){19})(?:0|[1-9]\d*)(?:\.\d{1,5})?$/u;

/** An amount of test data: zero, or with a minus sign what is below zero. A string or a JSON number. */
export class SandboxAmount {
  @OneOf(CURRENCIES)
  currency!: Currency;

  @Decimal(signedBalancePattern, 'amount.signedOrZero')
  amount!: string;
}

/** The balance types of the framework. The opening balance of an account is its expected one. */
const balanceTypes = [
  ...['EXPECTED', 'expected', 'INTERIM_BOOKED', 'interimBooked'],
  ...['INTERIM_AVAILABLE', 'interimAvailable', 'OPENING_BOOKED', 'openingBooked'],
  ...['CLOSING_BOOKED', 'closingBooked', 'FORWARD_AVAILABLE', 'forwardAvailable'],
  ...['AUTHORISED', 'authorised', 'NON_INVOICED', 'nonInvoiced'],
];

/** Most balances of one account. */
export const balanceCountMax = 10;

/** A time of ISO 8601 with its zone. */
export const dateTimePattern =
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/u;

/** A balance of an account by hand. Only its amount has an effect. */
export class SandboxBalance {
  @OneOf(balanceTypes)
  balanceType!: string;

  @Nested(SandboxAmount)
  balanceAmount!: SandboxAmount;

  @Optional()
  @DateText()
  referenceDate?: string;

  @Optional()
  @Pattern(dateTimePattern, 'dateTime.form')
  lastChangeDateTime?: string;

  @Optional()
  @Text({ max: 35 })
  lastCommittedTransaction?: string;

  @Optional()
  @Flag()
  creditLimitIncluded?: boolean;
}

/** The amount that an account opens with: of the expected balance, or else of the first one. */
export function openingAmountOf(balances: readonly SandboxBalance[] = []): string | undefined {
  const expected = balances.find(({ balanceType }) => balanceType.toLowerCase() === 'expected');
  return (expected ?? balances[0])?.balanceAmount.amount;
}

/** Balances are in the currency of their account, with its decimals, and of days that exist. */
export function balanceFaults(
  balances: readonly (Partly<SandboxBalance> | undefined)[] = [],
  currency: Currency,
): BodyFault[] {
  return balances.flatMap((balance, index) => {
    const at: BodyPath = ['balances', index];
    return [
      ...accountAmountFaults(balance?.balanceAmount, currency, [...at, 'balanceAmount']),
      ...calendarFaults(balance?.referenceDate, [...at, 'referenceDate']),
    ];
  });
}

/** An amount is in the currency of the account, with its decimals. */
export function accountAmountFaults(
  amount: Partly<SandboxAmount> | undefined,
  currency: Currency,
  at: BodyPath,
): BodyFault[] {
  const isOther = amount?.currency !== undefined && amount.currency !== currency;
  if (isOther) return [formatFault([...at, 'currency'], 'transaction.accountAmount')];
  return minorUnitFaults(amount, at);
}

/** A date is one of the calendar. */
export function calendarFaults(date: string | undefined, at: BodyPath): BodyFault[] {
  if (date === undefined || isCalendarDate(date)) return [];
  return [formatFault(at, 'date.notInCalendar')];
}
