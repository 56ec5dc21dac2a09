import { ACCOUNT_KINDS } from '../../codes/account-kinds.js';
import type { AccountKind } from '../../codes/account-kinds.js';
import { CURRENCIES } from '../../codes/currencies.js';
import type { Currency } from '../../codes/currencies.js';
import { Optional } from '../../fields/field.js';
import { OneOf, Pattern, Text } from '../../fields/values.js';
import { isNorwegianAccountNumber } from '../../rules/account-numbers.js';
import { bodyType } from '../body-type.js';
import { formatFault } from '../fault.js';
import type { BodyFault } from '../fault.js';
import { minorUnitFaults } from '../rules/amounts.js';
import type { Partly } from '../rules/rule.js';

/** A decimal of zero or more: at most 18 digits, at most 5 of them after the point (specification §2.3). */
const balancePattern = /^(?!(?:\.?\d){19})(?:0|[1-9]\d*)(?:\.\d{1,5})?$/u;

/** Longest name of an account (Berlin Group, accountDetails). */
const nameLengthMax = 70;

/** The currency of an account whose body names none. */
export const sandboxCurrency = 'NOK';

/** Body of PUT /v1/sandbox/customers/{customerId}/accounts/{accountId}; the balance stays. */
export class SandboxAccountChange {
  @Text({ min: 1, max: nameLengthMax })
  name!: string;

  /** Without it a current account. */
  @Optional()
  @OneOf(ACCOUNT_KINDS)
  cashAccountType?: AccountKind;
}

/** Body of POST /v1/sandbox/customers/{customerId}/accounts (specification section 1). */
export class SandboxAccountCreation extends SandboxAccountChange {
  /** Without it the bank makes a number. */
  @Optional()
  @Pattern(/^9999\d{7}$/u, 'bban.sandbox')
  bban?: string;

  @Optional()
  @OneOf(CURRENCIES)
  currency?: Currency;

  /** Without it zero. Afterwards only transactions change the balance. */
  @Optional()
  @Pattern(balancePattern, 'amount.orZero')
  openingBalance?: string;
}

/** Body of PUT /v1/sandbox/customers/{customerId}/card-accounts/{cardAccountId}; the balance stays. */
export class SandboxCardAccountChange {
  @Text({ min: 1, max: nameLengthMax })
  name!: string;

  @Pattern(balancePattern, 'amount.orZero')
  creditLimit!: string;
}

/** Body of POST /v1/sandbox/customers/{customerId}/card-accounts (specification section 1). */
export class SandboxCardAccountCreation extends SandboxCardAccountChange {
  /** Without it the bank makes a number. */
  @Optional()
  @Pattern(/^999999x{6}\d{4}$/u, 'maskedPan.sandbox')
  maskedPan?: string;

  @Optional()
  @OneOf(CURRENCIES)
  currency?: Currency;
}

/** The body of PUT of a sandbox account. */
export const sandboxAccountChange = bodyType({
  bodyClass: SandboxAccountChange,
  example: { name: 'Feriekonto', cashAccountType: 'SVGS' },
  faults: () => [],
});

/** The body of POST of a sandbox account. */
export const sandboxAccountCreation = bodyType({
  bodyClass: SandboxAccountCreation,
  example: { name: 'Feriekonto', cashAccountType: 'SVGS', openingBalance: '1250.00' },
  faults: ({ bban, currency, openingBalance }: Partly<SandboxAccountCreation>) => [
    ...bbanFaults(bban),
    ...decimalFaults('openingBalance', openingBalance, currency),
  ],
});

/** The body of PUT of a sandbox card account. */
export const sandboxCardAccountChange = bodyType({
  bodyClass: SandboxCardAccountChange,
  example: { name: 'Kredittkort', creditLimit: '20000.00' },
  faults: () => [],
});

/** The body of POST of a sandbox card account. */
export const sandboxCardAccountCreation = bodyType({
  bodyClass: SandboxCardAccountCreation,
  example: { name: 'Kredittkort', creditLimit: '20000.00' },
  faults: ({ creditLimit, currency }: Partly<SandboxCardAccountCreation>) =>
    decimalFaults('creditLimit', creditLimit, currency),
});

function bbanFaults(bban: string | undefined): BodyFault[] {
  if (bban === undefined || isNorwegianAccountNumber(bban)) return [];
  return [formatFault(['bban'], 'bban.checkDigit')];
}

function decimalFaults(
  member: string,
  amount: string | undefined,
  currency: Currency = sandboxCurrency,
): BodyFault[] {
  return minorUnitFaults({ amount, currency }, []).map((fault) => ({ ...fault, at: [member] }));
}
