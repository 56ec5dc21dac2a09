import { UntrustedEventError } from '@nordgate/decider';
import type { ReceivedEvent } from '@nordgate/decider';
import { streams } from '../base/rules/streams.js';
import { mismatchOf } from '../base/message/generated-schemas.js';
import type { CoreReport } from './core-messages.v1.js';

type ReportType = CoreReport['type'];
type DataOf<Type extends ReportType> = Extract<CoreReport, { readonly type: Type }>['data'];

/** The schema of each report in `schemas/core.json`, and the stream that has to be its key. */
const reports: {
  readonly [Type in ReportType]: {
    readonly schema: string;
    readonly keyOf: (data: DataOf<Type>) => string;
  };
} = {
  TransferReported: {
    schema: 'TransferReport',
    keyOf: ({ executionId }) => streams.execution.id(executionId),
  },
  CustomerReported: {
    schema: 'CustomerReport',
    keyOf: ({ customerId }) => streams.customer.id(customerId),
  },
  AgreementReported: {
    schema: 'AgreementReport',
    keyOf: ({ agreementId }) => streams.agreement.id(agreementId),
  },
  AccountReported: {
    schema: 'AccountReport',
    keyOf: ({ accountId }) => streams.account.id(accountId),
  },
  CreditLimitReported: {
    schema: 'CreditLimitReport',
    keyOf: ({ accountId }) => streams.account.id(accountId),
  },
  EntryReported: {
    schema: 'EntryReport',
    keyOf: ({ accountId }) => streams.account.id(accountId),
  },
  PendingReported: {
    schema: 'PendingReport',
    keyOf: ({ accountId }) => streams.account.id(accountId),
  },
  PendingEnded: {
    schema: 'PendingEndReport',
    keyOf: ({ accountId }) => streams.account.id(accountId),
  },
  CardAccountReported: {
    schema: 'CardAccountReport',
    keyOf: ({ cardAccountId }) => streams.cardAccount.id(cardAccountId),
  },
  CardEntryReported: {
    schema: 'CardEntryReport',
    keyOf: ({ cardAccountId }) => streams.cardAccount.id(cardAccountId),
  },
  CardPendingReported: {
    schema: 'CardPendingReport',
    keyOf: ({ cardAccountId }) => streams.cardAccount.id(cardAccountId),
  },
  CardPendingEnded: {
    schema: 'CardPendingEndReport',
    keyOf: ({ cardAccountId }) => streams.cardAccount.id(cardAccountId),
  },
};

/** ISO 8601 with an offset, as RFC 3339 has it. */
const timePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/u;

/**
 * A message of the core, checked: its type is one of the topic's, its data matches the schema, its key is
 * that of its data, its time is a time.
 *
 * @param types the types that the topic has
 * @throws UntrustedEventError for any other message: it is parked, and an operator looks at it
 */
export function readReport<Type extends ReportType>(
  { stream, event: { type, data }, at }: ReceivedEvent,
  types: readonly Type[],
): Extract<CoreReport, { readonly type: Type }> {
  const known = types.find((one) => one === type);
  if (known === undefined) throw new UntrustedEventError(`${type} is no report of this topic`);
  const { schema, keyOf } = reports[known];
  const mismatch = mismatchOf('core', schema, data);
  if (mismatch !== undefined) {
    const { field, keyword } = mismatch;
    throw new UntrustedEventError(
      `${type}: ${field === '' ? 'the data' : field} breaks ${keyword}`,
    );
  }
  const key = (keyOf as (data: unknown) => string)(data);
  if (key !== stream) throw new UntrustedEventError(`${type}: the key has to be ${key}`);
  if (!timePattern.test(at) || Number.isNaN(Date.parse(at))) {
    throw new UntrustedEventError(`${type}: ce_time is no time`);
  }
  return { type: known, data } as Extract<CoreReport, { readonly type: Type }>;
}
