import { Optional } from './fields/optional.js';
import { Text } from './fields/text.js';

/** Bound of ISO 20022 Max35Text, which the Berlin Group framework takes for all three. */
const referenceLengthMax = 35;

/** One structured reference of a payment, such as a Norwegian KID (Berlin Group framework 1.3). */
export class StructuredRemittance {
  @Text({ min: 1, max: referenceLengthMax })
  reference!: string;

  @Optional()
  @Text({ min: 1, max: referenceLengthMax })
  referenceType?: string;

  @Optional()
  @Text({ min: 1, max: referenceLengthMax })
  referenceIssuer?: string;
}
