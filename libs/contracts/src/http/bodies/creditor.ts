import { COUNTRIES } from '../../codes/countries.js';
import type { Country } from '../../codes/countries.js';
import { Deprecated, Optional } from '../../fields/field.js';
import { OneOf, Pattern, Text } from '../../fields/values.js';

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

/** ISO 9362: institution, country, location, and a branch or none. */
const bicPattern = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/u;

/** Longest name of a financial institution in ISO 20022 payments. */
const nameLengthMax = 140;

/** The creditor's bank; structured addresses need its BIC (specification §9). */
export class CreditorAgent {
  @Pattern(bicPattern, 'bic.form')
  bic!: string;

  @Optional()
  @Text({ max: nameLengthMax })
  name?: string;
}
