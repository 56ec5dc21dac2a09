import { Optional } from '../../base/fields/field.js';
import { Unsupported, WithoutEffect } from '../../base/fields/framework.js';
import { Nested, NestedList } from '../../base/fields/nested.js';
import { DateText, Flag, Text } from '../../base/fields/values.js';
import { AccountReference } from './account-reference.js';
import {
  CreditorInstruction,
  DebtorMembersWithoutEffect,
  identificationLengthMax,
} from './credit-transfer.js';

/** Most sub-payments of one bulk payment; a body of so many stays below the size limit. */
export const bulkPaymentCountMax = 500;

/** Body of a bulk payment: many creditors paid from one account (Berlin Group framework 1.3). */
@WithoutEffect(DebtorMembersWithoutEffect)
@Unsupported({ requestedExecutionTime: 'member.executionTime' })
export class BulkPaymentInitiation {
  @Nested(AccountReference)
  debtorAccount!: AccountReference;

  @NestedList(CreditorInstruction, bulkPaymentCountMax)
  payments!: readonly CreditorInstruction[];

  /** One debit for all of it instead of one for each. */
  @Optional()
  @Flag()
  batchBookingPreferred?: boolean;

  /** The TPP's own name of the bulk. */
  @Optional()
  @Text({ min: 1, max: identificationLengthMax })
  paymentInformationId?: string;

  /** Absent: as soon as possible after approval. */
  @Optional()
  @DateText()
  requestedExecutionDate?: string;
}
