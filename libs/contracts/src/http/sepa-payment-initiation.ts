import { Nested } from './fields/nested.js';
import { OneOf } from './fields/one-of.js';
import { Optional } from './fields/optional.js';
import { RegulatoryReporting } from './regulatory-reporting.js';
import { SingleTransfer } from './single-payment-initiation.js';

/** Body of a SEPA credit transfer (specification §4.4, §9 release 1.23.5). */
export class SepaPaymentInitiation extends SingleTransfer {
  /** The rulebook of the scheme knows one way only. */
  @Optional()
  @OneOf(['SLEV'])
  chargeBearer?: 'SLEV';

  @Optional()
  @Nested(RegulatoryReporting)
  regulatoryReporting?: RegulatoryReporting;
}
