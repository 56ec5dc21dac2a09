import { PURPOSE_CODES, type PurposeCode } from '../codes/purpose-codes.js';
import { AccountReference } from './account-reference.js';
import { Address } from './address.js';
import { Amount } from './amount.js';
import { CreditorAgent } from './creditor-agent.js';
import { Deprecated } from './fields/deprecated.js';
import { Nested, NestedList } from './fields/nested.js';
import { OneOf } from './fields/one-of.js';
import { Optional } from './fields/optional.js';
import { Text } from './fields/text.js';
import { StructuredRemittance } from './structured-remittance.js';

/** creditorName, ultimateDebtor and ultimateCreditor (specification §8). */
const partyNameLengthMax = 70;
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

  @Optional()
  @Nested(CreditorAgent)
  creditorAgent?: CreditorAgent;

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
