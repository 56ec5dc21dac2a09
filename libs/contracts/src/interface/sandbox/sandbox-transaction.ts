import { Optional } from '../../base/fields/field.js';
import { DistinctTexts } from '../../base/fields/lists.js';
import { NestedList } from '../../base/fields/nested.js';
import { Flag, Text, WholeNumber } from '../../base/fields/values.js';
import { bodyType } from '../reading/body-type.js';
import { sandboxPartyFaults } from '../reading/sandbox-accounts.js';
import type { Partly } from '../reading/rule.js';
import { StructuredRemittance } from '../payments/credit-transfer.js';
import { movementFaults } from './sandbox-movement.js';
import { SandboxParties } from './sandbox-party.js';
import { transactionShapes } from './sandbox-transaction-shapes.js';

/** How many characters the texts of a transaction have (Berlin Group, transactionDetails). */
const [referenceMax, remittanceMax, informationMax] = [35, 140, 500] as const;

/** Most remittance texts or references of one transaction, and most transactions of a batch. */
const [remittanceCountMax, batchCountMax] = [10, 1_000_000] as const;

/**
 * Body of POST and PUT of a transaction of a sandbox account (specification section 1). The members have
 * the names under which GET /v1/accounts/{id}/transactions shows them.
 */
export class SandboxTransactionBody extends SandboxParties {
  @Optional()
  @Text({ min: 1, max: referenceMax })
  entryReference?: string;

  @Optional()
  @Text({ min: 1, max: referenceMax })
  endToEndId?: string;

  @Optional()
  @Text({ min: 1, max: referenceMax })
  mandateId?: string;

  @Optional()
  @Text({ min: 1, max: referenceMax })
  checkId?: string;

  @Optional()
  @Text({ min: 1, max: referenceMax })
  creditorId?: string;

  @Optional()
  @Text({ min: 1, max: remittanceMax })
  remittanceInformationUnstructured?: string;

  @Optional()
  @DistinctTexts(remittanceCountMax, remittanceMax)
  remittanceInformationUnstructuredArray?: string[];

  @Optional()
  @Text({ min: 1, max: remittanceMax })
  remittanceInformationStructured?: string;

  @Optional()
  @NestedList(StructuredRemittance, remittanceCountMax)
  remittanceInformationStructuredArray?: StructuredRemittance[];

  @Optional()
  @Flag()
  batchIndicator?: boolean;

  @Optional()
  @WholeNumber(1, batchCountMax)
  batchNumberOfTransactions?: number;

  @Optional()
  @Text({ min: 1, max: informationMax })
  additionalInformation?: string;

  /** As a rule a code of the ISO 20022 external purpose list. */
  @Optional()
  @Text({ max: referenceMax })
  purposeCode?: string;

  /** As a rule domain, family and subfamily (ISO 20022). */
  @Optional()
  @Text({ max: referenceMax })
  bankTransactionCode?: string;
}

/** The body of POST and PUT of a transaction of a sandbox account. */
export const sandboxTransaction = transactionShapes(
  bodyType<SandboxTransactionBody>({
    bodyClass: SandboxTransactionBody,
    example: {
      transactionAmount: { currency: 'NOK', amount: '-349.50' },
      status: 'booked',
      endToEndId: 'faktura-4711',
      creditorName: 'Kraftverket AS',
      creditorAccount: { bban: '15030088880' },
      remittanceInformationUnstructured: 'Strøm november',
      bankTransactionCode: 'PMNT-ICDT-DMCT',
    },
    faults: (body: Partly<SandboxTransactionBody>, context) => [
      ...movementFaults(body, context),
      ...sandboxPartyFaults(body.creditorAccount, ['creditorAccount']),
      ...sandboxPartyFaults(body.debtorAccount, ['debtorAccount']),
    ],
  }),
);
