import { PURPOSE_CODES, type PurposeCode } from '../codes/purpose-codes.js';
import { AccountReference } from './account-reference.js';
import { Address } from './address.js';
import { Amount } from './amount.js';
import { CreditorAgent } from './creditor-agent.js';
import { Nested, NestedList } from './fields/nested.js';
import { OneOf } from './fields/one-of.js';
import { Optional } from './fields/optional.js';
import { Text } from './fields/text.js';
import { StructuredRemittance } from './structured-remittance.js';

/** creditorName and ultimateDebtor (specification §8). */
const partyNameLengthMax = 70;
/** remittanceInformationUnstructured (specification §8). */
const remittanceLengthMax = 140;
/** Identifications chosen by the TPP (Berlin Group framework 1.3, ISO 20022 Max35Text). */
const identificationLengthMax = 35;
/** Most structured references of one payment; the framework sets no bound. */
const structuredRemittanceCountMax = 10;

/**
 * What every Norwegian domestic credit transfer says, once or periodically (specification §2.2),
 * with the members of the Berlin Group framework that the product can carry.
 */
export class CreditTransfer {
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

  @Nested(AccountReference)
  debtorAccount!: AccountReference;

  @Optional()
  @Text({ max: partyNameLengthMax })
  ultimateDebtor?: string;

  @Optional()
  @Text({ min: 1, max: remittanceLengthMax })
  remittanceInformationUnstructured?: string;

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
