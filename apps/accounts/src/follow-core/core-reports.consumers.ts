import { Controller, Module } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { readReport } from '@nordgate/contracts/core';
import type { CoreAccountReport } from '@nordgate/contracts/core';
import { commandFrom } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import { ReactsTo } from '@nordgate/messaging';
import type { ServiceDefinition } from '@nordgate/service';

/** What the bank's core reports of customers, accounts and cards (docs/adr/0036 and 0060). */
@Controller()
export class CoreReportConsumers {
  @ReactsTo('accounts.core-customers', 'core.customers.v1')
  followCustomers(@Payload() received: ReceivedEvent): Reaction {
    const { type, data } = readReport(received, ['CustomerReported', 'AgreementReported']);
    return following(received, commandOf[type], data);
  }

  @ReactsTo('accounts.core-entries', 'core.entries.v1')
  followEntries(@Payload() received: ReceivedEvent): Reaction {
    const { type, data } = readReport(received, entryReports);
    return following(received, commandOf[type], data);
  }
}

/** The command that follows each report. */
const commandOf = {
  CustomerReported: 'FollowCustomer',
  AgreementReported: 'FollowAgreement',
  AccountReported: 'FollowAccount',
  CreditLimitReported: 'FollowCreditLimit',
  EntryReported: 'FollowEntry',
  PendingReported: 'FollowPending',
  PendingEnded: 'FollowPendingEnd',
  CardAccountReported: 'FollowCardAccount',
  CardEntryReported: 'FollowEntry',
  CardPendingReported: 'FollowPending',
  CardPendingEnded: 'FollowPendingEnd',
} as const;

const entryReports = [
  'AccountReported',
  'CreditLimitReported',
  'EntryReported',
  'PendingReported',
  'PendingEnded',
  'CardAccountReported',
  'CardEntryReported',
  'CardPendingReported',
  'CardPendingEnded',
] as const satisfies readonly CoreAccountReport['type'][];

/** The key of a report is the stream that follows it. */
function following(received: ReceivedEvent, type: string, report: object): Reaction {
  const { stream, version: sequence } = received;
  return { commands: [commandFrom(received, { type, stream, data: { report, sequence } })] };
}

/** The accounts service of a bank whose core has the customers and the accounts. */
export function withCoreReports(accounts: ServiceDefinition): ServiceDefinition {
  @Module({ imports: [accounts.module], controllers: [CoreReportConsumers] })
  class AccountsWithCoreReports {}
  const groups = [...(accounts.groups ?? []), 'accounts.core-customers', 'accounts.core-entries'];
  return { ...accounts, module: AccountsWithCoreReports, groups };
}
