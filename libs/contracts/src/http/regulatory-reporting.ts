import { Pattern } from './fields/pattern.js';
import { Text } from './fields/text.js';

/** Two digits: the code of the Norwegian register of currency transactions. */
const codePattern = /^\d{2}$/u;

/** Max35Text of ISO 20022 StructuredRegulatoryReporting3. */
const detailsLengthMax = 35;

/**
 * What a payment across the border is for, as the Norwegian register of currency transactions asks
 * (specification §9, releases 1.23.5: SEPA payments may carry it).
 */
export class RegulatoryReporting {
  @Pattern(codePattern, 'regulatoryReporting.code')
  code!: string;

  @Text({ min: 1, max: detailsLengthMax })
  details!: string;
}
