import { PURPOSE_CODES } from '../../codes/payment-codes.js';
import type { PurposeCode } from '../../codes/payment-codes.js';
import { Deprecated, Optional } from '../../fields/field.js';
import { Nested, NestedList } from '../../fields/nested.js';
import { OneOf, Pattern, Text } from '../../fields/values.js';
import { AccountReference } from './account-reference.js';
import { Amount } from './amount.js';
import { Address } from './creditor.js';

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

/** creditorName, ultimateDebtor and ultimateCreditor (specification §8). */
const partyNameLengthMax = 70;
/** ISO 9362: institution, country, location, and a branch or none. */
const bicPattern = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/u;
/** Longest name of a financial institution in ISO 20022 payments. */
const agentNameLengthMax = 140;
/** Remittance information, structured or not (specification §8; Berlin Group framework 1.3). */
const remittanceLengthMax = 140;
/** Identifications chosen by the TPP (Berlin Group framework 1.3, ISO 20022 Max35Text). */
export const identificationLengthMax = 35;
/** Most structured references of one payment; the framework sets no bound. */
const structuredRemittanceCountMax = 10;

/**
 * Who is to be paid how much and for what (specification §2.2), with the members of the Berlin Group
 * framework that every product can carry. Whose account pays is said beside it.
 */
export class CreditorInstruction {
  @Nested(Amount)
  instructedAmount!: Amount;

  @Text({ min: 1, max: partyNameLengthMax })
  creditorName!: string;

  @Nested(AccountReference)
  creditorAccount!: AccountReference;

  @Optional()
  @Nested(Address)
  creditorAddress?: Address;

  /** The BIC of the creditor's bank; structured addresses need it (specification §9). */
  @Optional()
  @Pattern(bicPattern, 'bic.form')
  creditorAgent?: string;

  @Optional()
  @Text({ max: agentNameLengthMax })
  creditorAgentName?: string;

  @Optional()
  @Text({ max: partyNameLengthMax })
  ultimateDebtor?: string;

  @Optional()
  @Text({ max: partyNameLengthMax })
  ultimateCreditor?: string;

  @Optional()
  @Text({ min: 1, max: remittanceLengthMax })
  remittanceInformationUnstructured?: string;

  /** To be deprecated in favour of the array (specification §9); still accepted, with a warning. */
  @Optional()
  @Text({ min: 1, max: remittanceLengthMax })
  @Deprecated()
  remittanceInformationStructured?: string;

  @Optional()
  @NestedList(StructuredRemittance, structuredRemittanceCountMax)
  remittanceInformationStructuredArray?: StructuredRemittance[];

  @Optional()
  @OneOf(PURPOSE_CODES)
  purposeCode?: PurposeCode;

  @Optional()
  @Text({ min: 1, max: identificationLengthMax })
  endToEndIdentification?: string;

  @Optional()
  @Text({ min: 1, max: identificationLengthMax })
  instructionIdentification?: string;
}

/** A credit transfer from one account to another, once or periodically (specification §2.2). */
export class CreditTransfer extends CreditorInstruction {
  @Nested(AccountReference)
  debtorAccount!: AccountReference;
}
