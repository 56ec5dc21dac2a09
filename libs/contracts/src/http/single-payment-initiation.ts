import { CreditTransfer } from './credit-transfer.js';
import { DateText } from './fields/date-text.js';
import { OneOf } from './fields/one-of.js';
import { Optional } from './fields/optional.js';

/** A payment that is made once: what all single products have (specification §2.2, §4.4). */
export class SingleTransfer extends CreditTransfer {
  /** Absent: as soon as possible after approval. */
  @Optional()
  @DateText()
  requestedExecutionDate?: string;
}

/** Body of a single payment within Norway, by batch or instantly (specification §4.4). */
export class SinglePaymentInitiation extends SingleTransfer {
  /** Within the country each side bears its own charges (ISO 20022 ChargeBearerType1Code). */
  @Optional()
  @OneOf(['SHAR', 'SLEV'])
  chargeBearer?: 'SHAR' | 'SLEV';
}
