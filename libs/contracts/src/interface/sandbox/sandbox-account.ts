import { ACCOUNT_KINDS } from '../../base/codes/account-kinds.js';
import type { AccountKind } from '../../base/codes/account-kinds.js';
import { CURRENCIES } from '../../base/codes/currencies.js';
import type { Currency } from '../../base/codes/currencies.js';
import { Decimal } from '../../base/fields/decimal.js';
import { Optional } from '../../base/fields/field.js';
import { AlsoSpelled, WithoutEffect } from '../../base/fields/framework.js';
import { NestedList } from '../../base/fields/nested.js';
import { OneOf, Pattern, Text } from '../../base/fields/values.js';
import { norwegianAccountNumberPattern } from '../../base/rules/account-numbers.js';
import { bodyType } from '../reading/body-type.js';
import { formatFault } from '../reading/fault.js';
import type { BodyFault } from '../reading/fault.js';
import { minorUnitFaults } from '../payments/amounts.js';
import type { Partly } from '../reading/rule.js';
import { checkDigitWarnings, sandboxNumberFaults } from '../reading/sandbox-accounts.js';
import { ibanPattern } from '../payments/account-reference.js';
import {
  balanceCountMax,
  balanceFaults,
  SandboxBalance,
  balancePattern,
} from './sandbox-balance.js';
import { customerNumberPattern } from './sandbox-customer.js';

/** Longest name of an account, and of a product (Berlin Group, accountDetails). */
const [nameLengthMax, productLengthMax] = [70, 35] as const;

/** The currency of an account whose body names none. */
export const sandboxCurrency = 'NOK';

/** Whether an account or a card may be used; `blocked` takes no payment from it. */
export const sandboxStatuses = ['ENABLED', 'BLOCKED', 'enabled', 'blocked'] as const;
type SandboxStatus = (typeof sandboxStatuses)[number];

/** Body of PUT of an account below its customer; the balance stays, and so does what is left out. */
export class SandboxAccountChange {
  @Text({ min: 1, max: nameLengthMax })
  @AlsoSpelled('accountName')
  name!: string;

  /** Without it a current account. */
  @Optional()
  @OneOf(ACCOUNT_KINDS)
  cashAccountType?: AccountKind;

  /** The product under which the bank sells the account. */
  @Optional()
  @Text({ min: 1, max: productLengthMax })
  product?: string;

  /** How far the balance may go below zero. */
  @Optional()
  @Decimal(balancePattern, 'amount.orZero')
  creditLine?: string;

  @Optional()
  @OneOf(sandboxStatuses)
  status?: SandboxStatus;
}

/** Body of POST /v1/sandbox/customers/{customerId}/accounts (specification section 1). */
export class SandboxAccountCreation extends SandboxAccountChange {
  /** Without it the number inside the iban; without both the bank makes a number. */
  @Optional()
  @Pattern(norwegianAccountNumberPattern, 'bban.notNorwegian')
  bban?: string;

  @Optional()
  @Pattern(ibanPattern, 'iban.form')
  iban?: string;

  @Optional()
  @OneOf(CURRENCIES)
  currency?: Currency;

  /** Without it that of the balances, or zero. Afterwards only transactions change the balance. */
  @Optional()
  @Decimal(balancePattern, 'amount.orZero')
  openingBalance?: string;

  @Optional()
  @NestedList(SandboxBalance, balanceCountMax)
  balances?: SandboxBalance[];
}

/** Body of POST /v1/sandbox/accounts (specification section 1): the number names the holder. */
export class SandboxAccountOpening extends SandboxAccountCreation {
  @Pattern(customerNumberPattern, 'customerNumber.form')
  customerNumber!: string;
}

/** What an account keeps from its opening on. */
class FixedAccountMembers {
  @Optional()
  @Pattern(customerNumberPattern, 'customerNumber.form')
  customerNumber?: string;

  @Optional()
  @Pattern(norwegianAccountNumberPattern, 'bban.notNorwegian')
  bban?: string;

  @Optional()
  @Pattern(ibanPattern, 'iban.form')
  iban?: string;

  @Optional()
  @OneOf(CURRENCIES)
  currency?: Currency;

  @Optional()
  @NestedList(SandboxBalance, balanceCountMax)
  balances?: SandboxBalance[];
}

/** Body of PUT /v1/sandbox/accounts/{accountId}: what an account keeps may come along. */
@WithoutEffect(FixedAccountMembers)
export class SandboxAccountReplacement extends SandboxAccountChange {}

/** The body of PUT of a sandbox account below its customer. */
export const sandboxAccountChange = bodyType({
  bodyClass: SandboxAccountChange,
  example: { name: 'Feriekonto', cashAccountType: 'SVGS' },
  faults: () => [],
});

/** The body of PUT of a sandbox account. */
export const sandboxAccountReplacement = bodyType<SandboxAccountReplacement>({
  bodyClass: SandboxAccountReplacement,
  example: {
    name: 'Feriekonto',
    cashAccountType: 'SVGS',
    product: 'Sparekonto',
    status: 'ENABLED',
  },
  faults: () => [],
});

/** The body of POST of a sandbox account below its customer. */
export const sandboxAccountCreation = bodyType({
  bodyClass: SandboxAccountCreation,
  example: { name: 'Feriekonto', cashAccountType: 'SVGS', openingBalance: '1250.00' },
  faults: creationFaults,
  warnings: checkDigitWarnings,
});

/** The body of POST of a sandbox account. */
export const sandboxAccountOpening = bodyType<SandboxAccountOpening>({
  bodyClass: SandboxAccountOpening,
  example: {
    customerNumber: '14837530114',
    name: 'Feriekonto',
    currency: 'NOK',
    product: 'Sparekonto',
    cashAccountType: 'SVGS',
    creditLine: '0',
    balances: [{ balanceType: 'EXPECTED', balanceAmount: { amount: '1250.00', currency: 'NOK' } }],
  },
  faults: creationFaults,
  warnings: checkDigitWarnings,
});

function creationFaults(body: Partly<SandboxAccountCreation>): BodyFault[] {
  const { currency = sandboxCurrency, openingBalance, creditLine, balances } = body;
  const isTwice = openingBalance !== undefined && balances !== undefined;
  return [
    ...sandboxNumberFaults(body, []),
    ...decimalFaults('creditLine', creditLine, currency),
    ...decimalFaults('openingBalance', openingBalance, currency),
    ...balanceFaults(balances, currency),
    ...(isTwice
      ? [formatFault(['openingBalance'], 'member.spelledTwice', { member: 'balances' })]
      : []),
  ];
}

/** A decimal has no more decimals than its currency. */
export function decimalFaults(
  member: string,
  amount: string | undefined,
  currency: Currency = sandboxCurrency,
): BodyFault[] {
  return minorUnitFaults({ amount, currency }, []).map((fault) => ({ ...fault, at: [member] }));
}
