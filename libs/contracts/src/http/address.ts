import { COUNTRIES, type Country } from '../codes/countries.js';
import { Deprecated } from './fields/deprecated.js';
import { OneOf } from './fields/one-of.js';
import { Optional } from './fields/optional.js';
import { Text } from './fields/text.js';

/** The specification bounds `street` only; the other lines of an address take the same bound. */
const lineLengthMax = 70;

/** Address of a creditor (specification §2.3). */
export class Address {
  @Optional()
  @Text({ max: lineLengthMax })
  street?: string;

  @Optional()
  @Text({ max: lineLengthMax })
  buildingNumber?: string;

  @Optional()
  @Text({ max: lineLengthMax })
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
