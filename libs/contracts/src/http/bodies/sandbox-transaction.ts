import { CURRENCIES } from '../../codes/currencies.js';
import type { Currency } from '../../codes/currencies.js';
import { Optional } from '../../fields/field.js';
import { Nested } from '../../fields/nested.js';
import { Bic, DateText, OneOf, Pattern, Text } from '../../fields/values.js';
import type { BodyPath } from '../../json/json-value.js';
import { daysLater, isCalendarDate } from '../../rules/days.js';
import { bodyType } from '../body-type.js';
import { formatFault } from '../fault.js';
import type { BodyFault } from '../fault.js';
import { foreignAccountFaults } from '../rules/accounts.js';
import { minorUnitFaults } from '../rules/amounts.js';
import type { BodyContext, Partly } from '../rules/rule.js';
import { bbanPattern, ibanPattern } from './account-reference.js';

/** A decimal other than zero, with a minus sign for a debit; its digits are bounded as in `amountPattern`. */
const signedPattern = /^(?!-?0(?:\.0+)?$)(?!-?(?:\.?\d){19})-?(?:0|[1-9]\d*)(?:\.\d{1,5})?$/u;

/** How many characters the texts of a transaction have (Berlin Group, transactionDetails). */
const [referenceMax, nameMax, remittanceMax, informationMax] = [35, 70, 140, 500] as const;

/** How many days before today a transaction may be booked: ten years. */
export const bookedDaysMax = 3653;

/** How many days after today a transaction may have its value. */
export const valueDaysMax = 31;

/** The amount of a transaction by hand: what it does to the balance of the account. */
export class SandboxTransactionAmount {
  @OneOf(CURRENCIES)
  currency!: Currency;

  @Pattern(signedPattern, 'amount.signed')
  amount!: string;
}

/** The account of a party: at any bank. */
export class SandboxPartyAccount {
  @Optional()
  @Pattern(ibanPattern, 'iban.form')
  iban?: string;

  @Optional()
  @Pattern(bbanPattern, 'bban.form')
  bban?: string;

  @Optional()
  @OneOf(CURRENCIES)
  currency?: Currency;
}

/** The parties of a transaction by hand. */
class SandboxParties {
  @Optional()
  @Text({ min: 1, max: nameMax })
  creditorName?: string;

  @Optional()
  @Nested(SandboxPartyAccount)
  creditorAccount?: SandboxPartyAccount;

  @Optional()
  @Bic()
  creditorAgent?: string;

  @Optional()
  @Text({ min: 1, max: nameMax })
  ultimateCreditor?: string;

  @Optional()
  @Text({ min: 1, max: nameMax })
  debtorName?: string;

  @Optional()
  @Nested(SandboxPartyAccount)
  debtorAccount?: SandboxPartyAccount;

  @Optional()
  @Bic()
  debtorAgent?: string;

  @Optional()
  @Text({ min: 1, max: nameMax })
  ultimateDebtor?: string;
}

/**
 * Body of POST and PUT of a transaction of a sandbox account (specification section 1). The members have
 * the names under which GET /v1/accounts/{id}/transactions shows them.
 */
export class SandboxTransactionBody extends SandboxParties {
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
  @Text({ min: 1, max: referenceMax })
  entryReference?: string;

  @Optional()
  @Text({ min: 1, max: referenceMax })
  endToEndId?: string;

  @Optional()
  @Text({ min: 1, max: referenceMax })
  mandateId?: string;

  @Optional()
  @Text({ min: 1, max: referenceMax })
  checkId?: string;

  @Optional()
  @Text({ min: 1, max: referenceMax })
  creditorId?: string;

  @Optional()
  @Text({ min: 1, max: remittanceMax })
  remittanceInformationUnstructured?: string;

  @Optional()
  @Text({ min: 1, max: remittanceMax })
  remittanceInformationStructured?: string;

  @Optional()
  @Text({ min: 1, max: informationMax })
  additionalInformation?: string;

  /** A code of the ISO 20022 external purpose list. */
  @Optional()
  @Pattern(/^[A-Z0-9]{4}$/u, 'purposeCode.form')
  purposeCode?: string;

  /** Domain, family and subfamily (ISO 20022). */
  @Optional()
  @Pattern(/^[A-Z]{4}-[A-Z]{4}-[A-Z]{4}$/u, 'bankTransactionCode.form')
  bankTransactionCode?: string;

  @Optional()
  @Text({ min: 1, max: referenceMax })
  proprietaryBankTransactionCode?: string;
}

/** The body of POST and PUT of a transaction of a sandbox account. */
export const sandboxTransaction = bodyType({
  bodyClass: SandboxTransactionBody,
  example: {
    transactionAmount: { currency: 'NOK', amount: '-349.50' },
    status: 'booked',
    endToEndId: 'faktura-4711',
    creditorName: 'Kraftverket AS',
    creditorAccount: { bban: '15030088880' },
    remittanceInformationUnstructured: 'Strøm november',
    bankTransactionCode: 'PMNT-ICDT-DMCT',
  },
  faults: (body: Partly<SandboxTransactionBody>, context) => [
    ...minorUnitFaults(body.transactionAmount, ['transactionAmount']),
    ...(body.status === 'pending' ? pendingFaults(body) : bookedFaults(body, context)),
    ...foreignAccountFaults(body.creditorAccount, ['creditorAccount']),
    ...foreignAccountFaults(body.debtorAccount, ['debtorAccount']),
  ],
});

/** Only debits are pending, from today, and a pending transaction has no dates yet. */
function pendingFaults({
  transactionAmount,
  bookingDate,
  valueDate,
}: Partly<SandboxTransactionBody>): BodyFault[] {
  const isCredit = transactionAmount?.amount?.startsWith('-') === false;
  const dates = Object.entries({ bookingDate, valueDate }).filter(([, date]) => date !== undefined);
  return [
    ...(isCredit ? [formatFault(['transactionAmount', 'amount'], 'transaction.pendingDebit')] : []),
    ...dates.map(([member]) => formatFault([member], 'transaction.pendingDate')),
  ];
}

function bookedFaults(
  { bookingDate, valueDate }: Partly<SandboxTransactionBody>,
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
