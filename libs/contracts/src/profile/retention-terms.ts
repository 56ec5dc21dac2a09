import { Optional, Description } from '../base/fields/field.js';
import { WholeNumber } from '../base/fields/values.js';

/** Above the 13 months in which a PSU may dispute a payment (PSD2, Article 71). */
export const leastMonths = 14;
/** Fifty years. */
const monthsMax = 600;

/**
 * How long the bank keeps what has ended. Lawful basis and numbers are the bank's.
 */
export class ProfileRetention {
  @Optional()
  @WholeNumber(leastMonths, monthsMax)
  @Description(
    'Months after the last event of a payment that has ended, and of a basket or a run of the batch. Default 72.',
  )
  paymentMonths?: number;

  @Optional()
  @WholeNumber(leastMonths, monthsMax)
  @Description(
    'Months after the last event of a payment that has ended, after which its events leave the database for the archive. Fewer than paymentMonths. It has an effect with ARCHIVE_STORE_FILE. By default events stay.',
  )
  paymentArchiveMonths?: number;

  @Optional()
  @WholeNumber(leastMonths, monthsMax)
  @Description(
    'Months after the last event of an authorisation that has ended: the evidence of an approval. Default 72.',
  )
  authorisationMonths?: number;

  @Optional()
  @WholeNumber(leastMonths, monthsMax)
  @Description(
    'Months for which the bank holds the entries that its core has reported, in transactions and events. It needs execution.executor core: the books of the bank itself are never dropped. By default entries stay.',
  )
  entryMonths?: number;
}

/** How long a bank keeps what has ended, in calendar months. */
export type RetentionTerms = Readonly<
  Required<Omit<ProfileRetention, 'paymentArchiveMonths' | 'entryMonths'>> &
    Pick<ProfileRetention, 'paymentArchiveMonths' | 'entryMonths'>
>;

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
