import { Nested } from './fields/nested.js';
import { OneOf } from './fields/one-of.js';
import { Optional } from './fields/optional.js';
import { RegulatoryReporting } from './regulatory-reporting.js';
import { SingleTransfer } from './single-payment-initiation.js';

/** Who pays the banks on the way (ISO 20022 ChargeBearerType1Code). */
export const CHARGE_BEARERS = ['DEBT', 'CRED', 'SHAR'] as const;

/** Codes of the ISO 20022 external service level list that this product knows. */
export const SERVICE_LEVELS = ['URGP', 'NURG'] as const;

/** Body of a cross-border credit transfer (specification §4.4, §9 release 1.23.4). */
export class CrossBorderPaymentInitiation extends SingleTransfer {
  @Optional()
  @OneOf(CHARGE_BEARERS)
  chargeBearer?: (typeof CHARGE_BEARERS)[number];

  /** URGP: urgent. Absent is NURG. */
  @Optional()
  @OneOf(SERVICE_LEVELS)
  serviceLevel?: (typeof SERVICE_LEVELS)[number];

  @Optional()
  @Nested(RegulatoryReporting)
  regulatoryReporting?: RegulatoryReporting;
}
