import { PURPOSE_CODES } from '../../base/codes/payment-codes.js';
import type { PurposeCode } from '../../base/codes/payment-codes.js';
import { Deprecated, Optional } from '../../base/fields/field.js';
import { AlsoSpelled, Unsupported, WithoutEffect } from '../../base/fields/framework.js';
import type { Conversion } from '../../base/fields/framework.js';
import { Nested, NestedList } from '../../base/fields/nested.js';
import { Bic, OneOf, Text } from '../../base/fields/values.js';
import { isJsonObject } from '../../base/json/json-value.js';
import { AccountReference } from './account-reference.js';
import { Amount } from './amounts.js';
import { Address } from './address.js';

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
/** Longest name of a financial institution in ISO 20022 payments. */
const agentNameLengthMax = 140;
/** Remittance information, structured or not (specification §8; Berlin Group framework 1.3). */
const remittanceLengthMax = 140;
/** Identifications chosen by the TPP (Berlin Group framework 1.3, ISO 20022 Max35Text). */
export const identificationLengthMax = 35;
/** Most structured references of one payment; the framework sets no bound. */
const structuredRemittanceCountMax = 10;

/** The framework's list of remittance texts, of which this interface takes one. */
const onlyElement: Conversion = {
  convert(sent) {
    if (!Array.isArray(sent)) return { rule: 'type.array' };
    if (sent.length === 0) return { rule: 'list.empty' };
    const value: unknown = sent[0];
    return sent.length > 1 ? { rule: 'list.tooLong', params: { max: 1 } } : { value, from: [0] };
  },
  sentAs: (items) => ({ type: 'array', minItems: 1, maxItems: 1, items }),
};

/** The framework's single reference as an object; a text stays what it is. */
const asOnlyElement: Conversion = {
  convert: (sent) =>
    isJsonObject(sent) ? { value: [sent], to: [0], warning: 'remittance.deprecated' } : undefined,
  sentAs: ({ items = {} }, text = {}) => ({ anyOf: [text, items], deprecated: true }),
};

/** Members of the framework about a creditor that change nothing here. */
class CreditorMembersWithoutEffect {
  @Optional()
  @Text({ min: 1, max: identificationLengthMax })
  creditorId?: string;
}

/** Members of the framework about a debtor that change nothing here: the bank knows the name. */
export class DebtorMembersWithoutEffect {
  @Optional()
  @Text({ min: 1, max: partyNameLengthMax })
  debtorName?: string;
}

/**
 * Who is to be paid how much and for what (specification §2.2), with the members of the Berlin Group
 * framework that every product can carry. Whose account pays is said beside it.
 */
@WithoutEffect(CreditorMembersWithoutEffect)
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
  @Bic()
  creditorAgent?: string;

  @Optional()
  @Text({ min: 1, max: agentNameLengthMax })
  creditorAgentName?: string;

  @Optional()
  @Text({ min: 1, max: partyNameLengthMax })
  ultimateDebtor?: string;

  @Optional()
  @Text({ min: 1, max: partyNameLengthMax })
  ultimateCreditor?: string;

  @Optional()
  @Text({ min: 1, max: remittanceLengthMax })
  @AlsoSpelled('remittanceInformationUnstructuredArray', onlyElement)
  remittanceInformationUnstructured?: string;

  /** To be deprecated in favour of the array (specification §9); still accepted, with a warning. */
  @Optional()
  @Text({ min: 1, max: remittanceLengthMax })
  @Deprecated()
  remittanceInformationStructured?: string;

  @Optional()
  @NestedList(StructuredRemittance, structuredRemittanceCountMax)
  @AlsoSpelled('remittanceInformationStructured', asOnlyElement)
  remittanceInformationStructuredArray?: readonly StructuredRemittance[];

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
@WithoutEffect(DebtorMembersWithoutEffect)
@Unsupported({ requestedExecutionTime: 'member.executionTime' })
export class CreditTransfer extends CreditorInstruction {
  @Nested(AccountReference)
  debtorAccount!: AccountReference;
}
