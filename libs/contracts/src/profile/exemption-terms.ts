import { Description, Optional } from '../base/fields/field.js';
import { Nested } from '../base/fields/nested.js';
import { WholeNumber } from '../base/fields/values.js';
import { Amount } from '../interface/payments/amounts.js';

/** Payments that need no SCA. */
export class ProfileExemptions {
  @Optional()
  @Nested(Amount)
  @Description(
    "Transfers between one PSU's own accounts need no SCA below this amount. Without it all do.",
  )
  ownAccountsBelow?: Amount;

  @Optional()
  @WholeNumber(1, 1000)
  @Description(
    'The most transfers of one customer that need no SCA on one day in Oslo, through all TPPs together. Required with ownAccountsBelow.',
  )
  ownAccountsDailyCountMax?: number;

  @Optional()
  @Nested(Amount)
  @Description(
    'The most that these transfers of one customer may sum up to on one day, in the currency of ownAccountsBelow. Required with ownAccountsBelow.',
  )
  ownAccountsDailySumMax?: Amount;
}
