import { CURRENCIES } from '../../base/codes/currencies.js';
import type { Currency } from '../../base/codes/currencies.js';
import { Decimal, TakesNumber } from '../../base/fields/decimal.js';
import { Optional } from '../../base/fields/field.js';
import { AlsoSpelled, WithoutEffect } from '../../base/fields/framework.js';
import type { Conversion } from '../../base/fields/framework.js';
import { Nested, NestedList } from '../../base/fields/nested.js';
import { DateText, OneOf, Pattern, Text } from '../../base/fields/values.js';
import { bodyType } from '../reading/body-type.js';
import type { BodyFault } from '../reading/fault.js';
import type { Partly } from '../reading/rule.js';
import { sandboxCurrency, sandboxStatuses } from './sandbox-account.js';
import {
  accountAmountFaults,
  balanceCountMax,
  balanceFaults,
  calendarFaults,
  SandboxBalance,
  balancePattern,
} from './sandbox-balance.js';
import { customerNumberPattern } from './sandbox-customer.js';

/** Longest name of a card account, and of its other texts (Berlin Group, cardAccountDetails). */
const [nameLengthMax, textLengthMax] = [70, 35] as const;

/** A masked card number: eight characters or more, at least four of them masked. */
const maskedPanPattern = /^(?=(?:\d*[xX*]){4})[\dxX*]{8,35}$/u;

/** The limit of a card account; without a currency in that of the account. */
export class SandboxCreditLimit {
  @Optional()
  @OneOf(CURRENCIES)
  currency?: Currency;

  @Decimal(balancePattern, 'amount.orZero')
  amount!: string;
}

/** The limit as a decimal alone. */
const asAmount: Conversion = {
  convert: (sent) =>
    typeof sent === 'string' ? { value: { amount: sent }, to: ['amount'] } : undefined,
  sentAs: (member) => ({ anyOf: [{ type: 'number' }, { type: 'string' }, member] }),
};

/** Body of PUT of a card account below its customer; the balance stays, and so does what is left out. */
export class SandboxCardAccountChange {
  @Text({ min: 1, max: nameLengthMax })
  name!: string;

  @TakesNumber()
  @Nested(SandboxCreditLimit)
  @AlsoSpelled('creditLimit', asAmount)
  creditLimit!: SandboxCreditLimit;

  @Optional()
  @Text({ max: textLengthMax })
  product?: string;

  @Optional()
  @Text({ max: textLengthMax })
  cardId?: string;

  /** Which issue of the card it is. */
  @Optional()
  @Text({ max: textLengthMax })
  cardIdVNo?: string;

  /** The number of the account behind the card at its issuer. */
  @Optional()
  @Text({ max: textLengthMax })
  accountNumber?: string;

  /** The last day on which the card is valid. */
  @Optional()
  @DateText()
  expiry?: string;

  @Optional()
  @OneOf(sandboxStatuses)
  status?: (typeof sandboxStatuses)[number];
}

/** Body of POST /v1/sandbox/customers/{customerId}/card-accounts (specification section 1). */
export class SandboxCardAccountCreation extends SandboxCardAccountChange {
  /** Without it the bank makes a number. */
  @Optional()
  @Pattern(maskedPanPattern, 'maskedPan.sandbox')
  maskedPan?: string;

  @Optional()
  @OneOf(CURRENCIES)
  currency?: Currency;

  /** Without them zero. Afterwards only transactions change the balance. */
  @Optional()
  @NestedList(SandboxBalance, balanceCountMax)
  balances?: SandboxBalance[];
}

/** Body of POST /v1/sandbox/card-accounts (specification section 1): the number names the holder. */
export class SandboxCardAccountOpening extends SandboxCardAccountCreation {
  @Pattern(customerNumberPattern, 'customerNumber.form')
  customerNumber!: string;
}

/** What a card account keeps from its opening on. */
class FixedCardAccountMembers {
  @Optional()
  @Pattern(customerNumberPattern, 'customerNumber.form')
  customerNumber?: string;

  @Optional()
  @Pattern(maskedPanPattern, 'maskedPan.sandbox')
  maskedPan?: string;

  @Optional()
  @OneOf(CURRENCIES)
  currency?: Currency;

  @Optional()
  @NestedList(SandboxBalance, balanceCountMax)
  balances?: SandboxBalance[];
}

/** Body of PUT /v1/sandbox/card-accounts/{cardAccountId}: what the account keeps may come along. */
@WithoutEffect(FixedCardAccountMembers)
export class SandboxCardAccountReplacement extends SandboxCardAccountChange {}

const example = {
  name: 'Kredittkort',
  creditLimit: { amount: '20000.00', currency: 'NOK' },
} as const;

/** The body of PUT of a sandbox card account below its customer. */
export const sandboxCardAccountChange = bodyType<SandboxCardAccountChange>({
  bodyClass: SandboxCardAccountChange,
  example,
  faults: ({ expiry }: Partly<SandboxCardAccountChange>) => calendarFaults(expiry, ['expiry']),
});

/** The body of PUT of a sandbox card account. */
export const sandboxCardAccountReplacement = bodyType<SandboxCardAccountReplacement>({
  bodyClass: SandboxCardAccountReplacement,
  example: { ...example, product: 'Kredittkort', status: 'ENABLED' },
  faults: ({ expiry }: Partly<SandboxCardAccountChange>) => calendarFaults(expiry, ['expiry']),
});

/** The body of POST of a sandbox card account below its customer. */
export const sandboxCardAccountCreation = bodyType<SandboxCardAccountCreation>({
  bodyClass: SandboxCardAccountCreation,
  example,
  faults: creationFaults,
});

/** The body of POST of a sandbox card account. */
export const sandboxCardAccountOpening = bodyType<SandboxCardAccountOpening>({
  bodyClass: SandboxCardAccountOpening,
  example: {
    customerNumber: '14837530114',
    ...example,
    maskedPan: '999999xxxxxx0014',
    currency: 'NOK',
    balances: [{ balanceType: 'EXPECTED', balanceAmount: { amount: '0', currency: 'NOK' } }],
    cardId: '1',
    cardIdVNo: '1',
    accountNumber: '999900001234',
    expiry: '2031-01-31',
    product: 'Kredittkort',
    status: 'ENABLED',
  },
  faults: creationFaults,
});

function creationFaults(body: Partly<SandboxCardAccountCreation>): BodyFault[] {
  const { currency = sandboxCurrency, creditLimit, balances, expiry } = body;
  // A limit without a currency is in that of the account.
  const limit = creditLimit && { currency, ...withoutUndefined(creditLimit) };
  return [
    ...accountAmountFaults(limit, currency, ['creditLimit']),
    ...balanceFaults(balances, currency),
    ...calendarFaults(expiry, ['expiry']),
  ];
}

function withoutUndefined(limit: Partly<SandboxCreditLimit>): Partly<SandboxCreditLimit> {
  return limit.currency === undefined ? { amount: limit.amount } : limit;
}
