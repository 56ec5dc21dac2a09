import { Controller, Inject, Module } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { readReport } from '@nordgate/contracts/core';
import type { CoreAccountReport } from '@nordgate/contracts/core';
import { commandFrom, noReaction } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import { ReactsTo } from '@nordgate/messaging';
import type { ServiceDefinition } from '@nordgate/service';

/** Injection token: whether accounts holds the entries of the core. */
const HOLDS_ENTRIES = 'nordgate.accounts.holds-entries';

/** What the bank's core reports of customers, accounts and cards (docs/adr/0036 and 0060). */
@Controller()
export class CoreReportConsumers {
  constructor(@Inject(HOLDS_ENTRIES) private readonly holdsEntries: boolean) {}

  @ReactsTo('accounts.core-customers', 'core.customers.v1')
  followCustomers(@Payload() received: ReceivedEvent): Reaction {
    const { type, data } = readReport(received, ['CustomerReported', 'AgreementReported']);
    return following(received, commandOf[type], data);
  }

  @ReactsTo('accounts.core-entries', 'core.entries.v1')
  followEntries(@Payload() received: ReceivedEvent): Reaction {
    const { type, data } = readReport(received, entryReports);
    // Parked, it would hold up the later reports of its account.
    if (!this.holdsEntries && ofEntries.has(type)) return noReaction;
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

/** The reports that only books need (docs/adr/0082). */
const ofEntries: ReadonlySet<string> = new Set<CoreAccountReport['type']>([
  'EntryReported',
  'PendingReported',
  'PendingEnded',
  'CardEntryReported',
  'CardPendingReported',
  'CardPendingEnded',
]);

/** The key of a report is the stream that follows it. */
function following(received: ReceivedEvent, type: string, report: object): Reaction {
  const { stream, version: sequence } = received;
  return { commands: [commandFrom(received, { type, stream, data: { report, sequence } })] };
}

/**
 * The accounts service of a bank whose core has the customers and the accounts.
 *
 * @param holdsEntries false where TPPs read the books of the core: entries and reservations that it reports are left out
 */
export function withCoreReports(
  accounts: ServiceDefinition,
  holdsEntries = true,
): ServiceDefinition {
  @Module({
    imports: [accounts.module],
    controllers: [CoreReportConsumers],
    providers: [{ provide: HOLDS_ENTRIES, useValue: holdsEntries }],
  })
  class AccountsWithCoreReports {}
  const groups = [...(accounts.groups ?? []), 'accounts.core-customers', 'accounts.core-entries'];
  return { ...accounts, module: AccountsWithCoreReports, groups };
}
