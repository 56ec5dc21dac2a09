import { CURRENCIES } from '../../base/codes/currencies.js';
import type { Currency } from '../../base/codes/currencies.js';
import { Decimal } from '../../base/fields/decimal.js';
import { Optional } from '../../base/fields/field.js';
import { Nested, NestedList } from '../../base/fields/nested.js';
import { DateText, OneOf, Text } from '../../base/fields/values.js';
import type { BodyPath } from '../../base/json/json-value.js';
import { daysLater, isCalendarDate } from '../../base/rules/days.js';
import { formatFault } from '../reading/fault.js';
import type { BodyFault } from '../reading/fault.js';
import { minorUnitFaults } from '../payments/amounts.js';
import type { BodyContext, Partly } from '../reading/rule.js';
import { calendarFaults } from './sandbox-balance.js';

/** A decimal other than zero, with a minus sign for a debit; its digits are bounded as in `amountPattern`. */
const signedPattern = /^(?!-?0(?:\.0+)?$)(?!-?(?:\.?\d){19})-?(?:0|[1-9]\d*)(?:\.\d{1,5})?$/u;

/** A rate above zero (Berlin Group, currencyExchange). */
const ratePattern = /^(?!0+(?:\.0+)?$)\d{1,10}(?:\.\d{1,10})?$/u;

/** How many characters a reference has (Berlin Group, Max35Text), and a further reference of the bank. */
const [referenceMax, proprietaryMax] = [35, 140] as const;

/** Most exchanges of one transaction. */
const exchangeCountMax = 5;

/** How many days before today a transaction may be booked: thirty years. */
export const bookedDaysMax = 10_958;

/** How many days after today a transaction may have its value. */
export const valueDaysMax = 31;

/** The amount of a transaction by hand: what it does to the balance of the account. */
export class SandboxTransactionAmount {
  @OneOf(CURRENCIES)
  currency!: Currency;

  @Decimal(signedPattern, 'amount.signed')
  amount!: string;
}

/** How one currency was exchanged for another. */
export class SandboxCurrencyExchange {
  @OneOf(CURRENCIES)
  sourceCurrency!: Currency;

  /** Units of the target currency for one unit of unitCurrency. */
  @Decimal(ratePattern, 'exchangeRate.form')
  exchangeRate!: string;

  @OneOf(CURRENCIES)
  unitCurrency!: Currency;

  @OneOf(CURRENCIES)
  targetCurrency!: Currency;

  @DateText()
  quotationDate!: string;

  @Optional()
  @Text({ max: referenceMax })
  contractIdentification?: string;
}

/** What transactions of accounts and of card accounts have alike. */
export class SandboxMovement {
  @Nested(SandboxTransactionAmount)
  transactionAmount!: SandboxTransactionAmount;

  /** Without it booked. */
  @Optional()
  @OneOf(['booked', 'pending'])
  status?: 'booked' | 'pending';

  /** Without it today. */
  @Optional()
  @DateText()
  bookingDate?: string;

  /** Without it the booking date. */
  @Optional()
  @DateText()
  valueDate?: string;

  @Optional()
  @NestedList(SandboxCurrencyExchange, exchangeCountMax)
  currencyExchange?: SandboxCurrencyExchange[];

  @Optional()
  @Text({ max: referenceMax })
  proprietaryBankTransactionCode?: string;

  @Optional()
  @Text({ max: proprietaryMax })
  additionalInformationProprietary1?: string;

  @Optional()
  @Text({ max: proprietaryMax })
  additionalInformationProprietary2?: string;

  @Optional()
  @Text({ max: proprietaryMax })
  additionalInformationProprietary3?: string;

  @Optional()
  @Text({ max: proprietaryMax })
  additionalInformationProprietary4?: string;

  @Optional()
  @Text({ max: proprietaryMax })
  additionalInformationProprietary5?: string;

  @Optional()
  @Text({ max: proprietaryMax })
  additionalInformationProprietary6?: string;

  @Optional()
  @Text({ max: proprietaryMax })
  additionalInformationProprietary7?: string;

  @Optional()
  @Text({ max: proprietaryMax })
  additionalInformationProprietary8?: string;

  @Optional()
  @Text({ max: proprietaryMax })
  additionalInformationProprietary9?: string;
}

/** Rules of the amount and the days of a transaction by hand. */
export function movementFaults(body: Partly<SandboxMovement>, context: BodyContext): BodyFault[] {
  return [
    ...minorUnitFaults(body.transactionAmount, ['transactionAmount']),
    ...(body.status === 'pending' ? pendingFaults(body) : bookedFaults(body, context)),
    ...(body.currencyExchange ?? []).flatMap((one, index) =>
      calendarFaults(one?.quotationDate, ['currencyExchange', index, 'quotationDate']),
    ),
  ];
}

/** Only debits are pending, from today, and a pending transaction has no dates yet. */
function pendingFaults({
  transactionAmount,
  bookingDate,
  valueDate,
}: Partly<SandboxMovement>): BodyFault[] {
  const isCredit = transactionAmount?.amount?.startsWith('-') === false;
  const dates = Object.entries({ bookingDate, valueDate }).filter(([, date]) => date !== undefined);
  return [
    ...(isCredit ? [formatFault(['transactionAmount', 'amount'], 'transaction.pendingDebit')] : []),
    ...dates.map(([member]) => formatFault([member], 'transaction.pendingDate')),
  ];
}

function bookedFaults(
  { bookingDate, valueDate }: Partly<SandboxMovement>,
  { today }: BodyContext,
): BodyFault[] {
  const first = daysLater(today, -bookedDaysMax);
  return [
    ...dateFaults(bookingDate, ['bookingDate'], { first, last: today }),
    ...dateFaults(valueDate, ['valueDate'], { first, last: daysLater(today, valueDaysMax) }),
  ];
}

function dateFaults(
  date: string | undefined,
  at: BodyPath,
  { first, last }: { readonly first: string; readonly last: string },
): BodyFault[] {
  if (date === undefined) return [];
  if (!isCalendarDate(date)) return [formatFault(at, 'date.notInCalendar')];
  // Dates of this form sort as text.
  return date < first || date > last ? [formatFault(at, 'date.range', { first, last })] : [];
}
