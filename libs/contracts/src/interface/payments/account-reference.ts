import { CURRENCIES } from '../../base/codes/currencies.js';
import type { Currency } from '../../base/codes/currencies.js';
import { Optional } from '../../base/fields/field.js';
import { Unsupported, WithoutEffect } from '../../base/fields/framework.js';
import { OneOf, Pattern, Text } from '../../base/fields/values.js';

/** A basic bank account number of any country, at most 30 characters (specification §2.3). */
export const bbanPattern = /^[A-Za-z0-9]{1,30}$/u;

/** The electronic form of ISO 13616-1:2007, at most 34 characters (specification §2.3). */
export const ibanPattern = /^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/u;

/** Length of an account type; the codes of ISO 20022 have four letters. */
const accountTypeLengthMax = 35;

/** Members of the framework's account reference that change nothing here. */
class AccountMembersWithoutEffect {
  @Optional()
  @Text({ min: 1, max: accountTypeLengthMax })
  cashAccountType?: string;
}

/** Identifications of the framework that are not supported here. */
export const otherIdentifications = {
  pan: 'account.otherIdentification',
  maskedPan: 'account.otherIdentification',
  msisdn: 'account.otherIdentification',
  other: 'account.otherIdentification',
} as const;

/** Account reference (specification §2.3). Which of the two numbers it needs is a rule of the product. */
@WithoutEffect(AccountMembersWithoutEffect)
@Unsupported(otherIdentifications)
export class AccountReference {
  @Optional()
  @Pattern(bbanPattern, 'bban.form')
  bban?: string;

  @Optional()
  @Pattern(ibanPattern, 'iban.form')
  iban?: string;

  @OneOf(CURRENCIES)
  currency!: Currency;
}
