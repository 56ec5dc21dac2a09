import { CreditTransfer } from './credit-transfer.js';
import { DateText } from './fields/date-text.js';
import { Optional } from './fields/optional.js';

/** Body of POST /v1/payments/norwegian-domestic-credit-transfers (specification §4.4 and §2.2). */
export class SinglePaymentInitiation extends CreditTransfer {
  /** Absent: as soon as possible after approval. */
  @Optional()
  @DateText()
  requestedExecutionDate?: string;
}
