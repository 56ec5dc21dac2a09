import { Optional, Description } from '../base/fields/field.js';
import { WholeNumber } from '../base/fields/values.js';

/** Fifty years. */
const monthsMax = 600;

/**
 * How long the bank keeps what has ended. Lawful basis and numbers are the bank's. The least is above the 13
 * months in which a PSU may dispute a payment (PSD2, Article 71).
 */
export class ProfileRetention {
  @Optional()
  @WholeNumber(14, monthsMax)
  @Description('Months after the last event of a payment that has ended. Default 72.')
  paymentMonths?: number;

  @Optional()
  @WholeNumber(14, monthsMax)
  @Description(
    'Months after the last event of an authorisation that has ended: the evidence of an approval. Default 72.',
  )
  authorisationMonths?: number;
}

/** How long a bank keeps what has ended, in calendar months. */
export type RetentionTerms = Readonly<Required<ProfileRetention>>;

/** Five years after the end of the financial year, in which the last event may have been the first. */
const defaultRetention: RetentionTerms = {
  paymentMonths: 72,
  authorisationMonths: 72,
};

/** The retention of a profile. */
export function retentionOf({
  retention,
}: {
  readonly retention?: ProfileRetention;
}): RetentionTerms {
  return { ...defaultRetention, ...retention };
}
