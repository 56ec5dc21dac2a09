import { Optional } from './fields/optional.js';
import { Pattern } from './fields/pattern.js';
import { Text } from './fields/text.js';

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
