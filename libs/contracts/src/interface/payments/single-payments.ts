import { Optional } from '../../base/fields/field.js';
import { Nested } from '../../base/fields/nested.js';
import { DateText, OneOf, Pattern, Text } from '../../base/fields/values.js';
import { Amount } from './amounts.js';
import { CreditTransfer } from './credit-transfer.js';

/** Two digits: the code of the Norwegian register of currency transactions. */
const codePattern = /^\d{2}$/u;

/** Max35Text of ISO 20022 StructuredRegulatoryReporting3. */
const informationLengthMax = 35;

/** A payment that is made once: what all single products have (specification §2.2, §4.4). */
export class SingleTransfer extends CreditTransfer {
  /** Absent: as soon as possible after approval. */
  @Optional()
  @DateText()
  requestedExecutionDate?: string;
}

/**
 * A payment across the border. It may say what it is for, as the Norwegian register of currency
 * transactions asks (specification §9, release 1.23.5; the members are those of the framework).
 */
export class ReportedTransfer extends SingleTransfer {
  @Optional()
  @Pattern(codePattern, 'regulatoryReporting.code')
  regulatoryReportingCode?: string;

  @Optional()
  @Text({ min: 1, max: informationLengthMax })
  regulatoryReportingInformation?: string;

  @Optional()
  @Nested(Amount)
  regulatoryReportingAmount?: Amount;
}

/** Body of a single payment within Norway, by batch or instantly (specification §4.4). */
export class SinglePaymentInitiation extends SingleTransfer {
  /** Within the country each side bears its own charges (ISO 20022 ChargeBearerType1Code). */
  @Optional()
  @OneOf(['SHAR', 'SLEV'])
  chargeBearer?: 'SHAR' | 'SLEV';
}

/** Body of an instant payment within Norway: that of a single one, in kroner and for today. */
export class InstantPaymentInitiation extends SinglePaymentInitiation {}

/** Body of a SEPA credit transfer (specification §4.4, §9 release 1.23.5). */
export class SepaPaymentInitiation extends ReportedTransfer {
  /** The rulebook of the scheme knows one way only. */
  @Optional()
  @OneOf(['SLEV'])
  chargeBearer?: 'SLEV';
}

/** Who pays the banks on the way (ISO 20022 ChargeBearerType1Code). */
export const CHARGE_BEARERS = ['DEBT', 'CRED', 'SHAR'] as const;

/** Codes of the ISO 20022 external service level list that this product knows. */
export const SERVICE_LEVELS = ['URGP', 'NURG'] as const;

/** Body of a cross-border credit transfer (specification §4.4, §9 release 1.23.4). */
export class CrossBorderPaymentInitiation extends ReportedTransfer {
  @Optional()
  @OneOf(CHARGE_BEARERS)
  chargeBearer?: (typeof CHARGE_BEARERS)[number];

  /** URGP: urgent. Absent is NURG. */
  @Optional()
  @OneOf(SERVICE_LEVELS)
  serviceLevel?: (typeof SERVICE_LEVELS)[number];
}
