import { CURRENCIES } from '../../base/codes/currencies.js';
import type { Currency } from '../../base/codes/currencies.js';
import { Optional } from '../../base/fields/field.js';
import { Nested } from '../../base/fields/nested.js';
import { Bic, OneOf, Pattern, Text } from '../../base/fields/values.js';
import { bbanPattern, ibanPattern } from '../payments/account-reference.js';
import { SandboxMovement } from './sandbox-movement.js';

/** Longest name of a party (Berlin Group, transactionDetails). */
const nameMax = 70;

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

/** A transaction by hand with its parties. */
export class SandboxParties extends SandboxMovement {
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
