import { CURRENCIES } from '../../base/codes/currencies.js';
import type { Currency } from '../../base/codes/currencies.js';
import { Description, Optional } from '../../base/fields/field.js';
import { Unsupported } from '../../base/fields/framework.js';
import { Nested } from '../../base/fields/nested.js';
import { OneOf, Pattern, Text } from '../../base/fields/values.js';
import { bodyType } from '../reading/body-type.js';
import { domesticAccountFaults } from '../payments/accounts.js';
import { minorUnitFaults, Amount } from '../payments/amounts.js';
import { bbanPattern, ibanPattern, otherIdentifications } from '../payments/account-reference.js';

/** Longest card number and payee of the framework. */
const cardNumberLengthMax = 35;
const payeeLengthMax = 70;

/** The account in question, which is at this bank. */
@Unsupported(otherIdentifications)
export class FundsAccount {
  @Optional()
  @Pattern(bbanPattern, 'bban.form')
  bban?: string;

  @Optional()
  @Pattern(ibanPattern, 'iban.form')
  iban?: string;

  @Optional()
  @OneOf(CURRENCIES)
  currency?: Currency;
}

/** Body of POST /v1/funds-confirmations (Berlin Group framework 1.3). */
export class FundsConfirmation {
  @Nested(FundsAccount)
  account!: FundsAccount;

  @Nested(Amount)
  instructedAmount!: Amount;

  @Optional()
  @Text({ min: 1, max: cardNumberLengthMax })
  @Description('The card that the payee was shown. It changes nothing here.')
  cardNumber?: string;

  @Optional()
  @Text({ min: 1, max: payeeLengthMax })
  @Description('Where the card was shown. It changes nothing here.')
  payee?: string;
}

/** The body of POST /v1/funds-confirmations. */
export const fundsConfirmation = bodyType<FundsConfirmation>({
  bodyClass: FundsConfirmation,
  example: {
    account: { iban: 'NO5399991200017' },
    instructedAmount: { amount: '250.00', currency: 'NOK' },
  },
  faults: ({ account, instructedAmount }) => [
    ...domesticAccountFaults(account, ['account']),
    ...minorUnitFaults(instructedAmount, ['instructedAmount']),
  ],
});
