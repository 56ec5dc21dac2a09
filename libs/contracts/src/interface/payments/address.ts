import { COUNTRIES } from '../../base/codes/countries.js';
import type { Country } from '../../base/codes/countries.js';
import { Deprecated, Optional } from '../../base/fields/field.js';
import { AlsoSpelled } from '../../base/fields/framework.js';
import { OneOf, Text } from '../../base/fields/values.js';

/** The specification bounds `street` only; the other lines of an address take the same bound. */
const lineLengthMax = 70;

/** Address of a creditor (specification §2.3). */
export class Address {
  @Optional()
  @Text({ max: lineLengthMax })
  @AlsoSpelled('streetName')
  street?: string;

  @Optional()
  @Text({ max: lineLengthMax })
  buildingNumber?: string;

  @Optional()
  @Text({ max: lineLengthMax })
  @AlsoSpelled('postCode')
  postalCode?: string;

  /** Replaces `city` (specification §9). */
  @Optional()
  @Text({ max: lineLengthMax })
  townName?: string;

  /** Deprecated since townName exists (specification §2.3 and §9); still accepted, with a warning. */
  @Optional()
  @Text({ max: lineLengthMax })
  @Deprecated()
  city?: string;

  @OneOf(COUNTRIES)
  country!: Country;
}
