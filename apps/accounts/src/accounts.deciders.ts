import { sandboxRates } from '@nordgate/contracts/codes';
import type { ExchangeRates } from '@nordgate/contracts/codes';
import type { AccountCommands, SandboxCommands } from '@nordgate/contracts/commands';
import { on, onAnyOf, onMany } from '@nordgate/decider';
import type { AnyDeciderTable, DeciderTable } from '@nordgate/decider';
import { bookEntry } from './book-entry/book-entry.js';
import { bookReservedEntry } from './book-entry/book-reserved-entry.js';
import { bookTransfer } from './book-transfer/book-transfer.js';
import { confirmTransfer } from './confirm-transfer/confirm-transfer.js';
import { accountStream } from './domain/account.js';
import { agreementStream } from './domain/agreement.js';
import { cardAccountStream } from './domain/card-account.js';
import { customerStream } from './domain/customer.js';
import type { FindDependents } from './domain/dependents.js';
import { entryStream } from './domain/entry.js';
import { sandboxStream } from './domain/sandbox.js';
import { registrationBy, tppContactStream } from './domain/tpp-contact.js';
import { tppStopStream } from './domain/tpp-stop.js';
import { maintenanceStream } from './domain/maintenance.js';
import { endMaintenance } from './end-maintenance/end-maintenance.js';
import { planMaintenance } from './plan-maintenance/plan-maintenance.js';
import { followAccount, followEntry } from './follow-core/follow-account.js';
import { followAgreement, followCustomer } from './follow-core/follow-customer.js';
import { resetSandbox } from './initialise-sandbox/initialise-sandbox.js';
import type { FindOpenStreams, HistoryUntil } from './initialise-sandbox/initialise-sandbox.js';
import {
  changeSandboxAccount,
  closeSandboxAccount,
  openSandboxAccount,
} from './mock-account/mock-account.js';
import {
  changeSandboxAgreement,
  endSandboxAgreement,
  signSandboxAgreement,
} from './mock-agreement/mock-agreement.js';
import {
  addSandboxEngagement,
  changeSandboxEngagement,
  endSandboxEngagement,
} from './mock-agreement/mock-engagement.js';
import {
  changeSandboxCardAccount,
  closeSandboxCardAccount,
  openSandboxCardAccount,
} from './mock-card-account/mock-card-account.js';
import { changeSandboxCustomer, registerSandboxCustomer } from './mock-customer/mock-customer.js';
import { removeSandboxCustomer } from './mock-customer/remove-sandbox-customer.js';
import {
  registerTppContact,
  removeTppContact,
} from './register-tpp-contact/register-tpp-contact.js';
import {
  addSandboxTransaction,
  addSandboxTransactions,
} from './mock-transaction/add-transaction.js';
import { changeSandboxTransaction } from './mock-transaction/change-transaction.js';
import { removeSandboxTransaction } from './mock-transaction/remove-transaction.js';
import { releaseEntry } from './release-entry/release-entry.js';
import { releaseTpp } from './release-tpp/release-tpp.js';
import { reserveEntry } from './reserve-entry/reserve-entry.js';
import { reserveTransfer } from './reserve-transfer/reserve-transfer.js';
import type { FindTransferAccounts } from './reserve-transfer/reserve-transfer.js';
import { stopTpp } from './stop-tpp/stop-tpp.js';

/** What the deciders of accounts read besides their streams. */
export interface AccountsReads {
  readonly openStreams: FindOpenStreams;
  readonly dependents: FindDependents;
  readonly transferAccounts: FindTransferAccounts;
  /** At which transfers are exchanged; those of the sandbox where nothing is given. */
  readonly rates?: ExchangeRates | undefined;
  /** The transactions of the known state; a year of them where nothing is given. */
  readonly historyUntil?: HistoryUntil;
}

/** An entry is decided with the account whose owner causes it. */
const owners = [accountStream, cardAccountStream] as const;

/** Who decides each command to accounts: one line per use case. */
export function accountsDeciders({
  openStreams,
  historyUntil,
  dependents,
  transferAccounts,
  rates = sandboxRates,
}: AccountsReads): DeciderTable<AccountCommands> {
  return {
    ...sandboxDeciders(dependents),
    InitialiseSandbox: onMany(sandboxStream, resetSandbox(openStreams, historyUntil)),
    // A message could book anything: these are parts of other decisions.
    ReserveEntry: onAnyOf(owners, reserveEntry, { isInternal: true }),
    BookReservedEntry: onAnyOf(owners, bookReservedEntry, { isInternal: true }),
    BookEntry: onAnyOf(owners, bookEntry, { isInternal: true }),
    ReleaseEntry: onAnyOf(owners, releaseEntry, { isInternal: true }),
    FollowCustomer: on(customerStream, followCustomer, { isInternal: true }),
    FollowAgreement: on(agreementStream, followAgreement, { isInternal: true }),
    FollowAccount: on(accountStream, followAccount, { isInternal: true }),
    FollowEntry: onMany(accountStream, followEntry, { isInternal: true }),
    // The events of the batch prove them.
    ReserveTransfer: onMany(entryStream, reserveTransfer(transferAccounts, rates), {
      isInternal: true,
    }),
    BookTransfer: onMany(entryStream, bookTransfer, { isInternal: true }),
    ConfirmTransfer: on(entryStream, confirmTransfer, { isInternal: true }),
    RegisterTppContact: on(tppContactStream, registerTppContact, {
      receipt: (contact, { data }) => registrationBy(contact, data.by) ?? null,
    }),
    RemoveTppContact: on(tppContactStream, removeTppContact),
    // The operator's alone.
    StopTpp: on(tppStopStream, stopTpp, { receipt: (stop) => stop, isInternal: true }),
    ReleaseTpp: on(tppStopStream, releaseTpp, { receipt: (stop) => stop, isInternal: true }),
    PlanMaintenance: on(maintenanceStream, planMaintenance, {
      receipt: (maintenance) => maintenance,
      isInternal: true,
    }),
    EndMaintenance: on(maintenanceStream, endMaintenance, {
      receipt: (maintenance) => maintenance,
      isInternal: true,
    }),
  };
}

/** The deciders of the mock-data API (specification section 1). */
function sandboxDeciders(dependents: FindDependents): DeciderTable<SandboxCommands> {
  return {
    RegisterSandboxCustomer: onMany(customerStream, registerSandboxCustomer),
    ChangeSandboxCustomer: onMany(customerStream, changeSandboxCustomer),
    RemoveSandboxCustomer: onMany(customerStream, removeSandboxCustomer(dependents)),
    OpenSandboxAccount: onMany(accountStream, openSandboxAccount),
    ChangeSandboxAccount: onMany(accountStream, changeSandboxAccount),
    CloseSandboxAccount: onMany(accountStream, closeSandboxAccount(dependents)),
    AddSandboxTransactions: onAnyOf(owners, addSandboxTransactions),
    AddSandboxTransaction: onAnyOf(owners, addSandboxTransaction),
    ChangeSandboxTransaction: onAnyOf(owners, changeSandboxTransaction),
    RemoveSandboxTransaction: onAnyOf(owners, removeSandboxTransaction),
    OpenSandboxCardAccount: onMany(cardAccountStream, openSandboxCardAccount),
    ChangeSandboxCardAccount: onMany(cardAccountStream, changeSandboxCardAccount),
    CloseSandboxCardAccount: onMany(cardAccountStream, closeSandboxCardAccount),
    SignSandboxAgreement: onMany(agreementStream, signSandboxAgreement),
    ChangeSandboxAgreement: onMany(agreementStream, changeSandboxAgreement),
    EndSandboxAgreement: onMany(agreementStream, endSandboxAgreement),
    AddSandboxEngagement: onMany(agreementStream, addSandboxEngagement),
    ChangeSandboxEngagement: onMany(agreementStream, changeSandboxEngagement),
    EndSandboxEngagement: onMany(agreementStream, endSandboxEngagement),
  };
}

/** Commands that only a sandbox decides. */
const sandboxCommands: ReadonlySet<string> = new Set<string>([
  'InitialiseSandbox',
  ...Object.keys(sandboxDeciders(() => Promise.resolve([]))),
]);

/** The deciders of a bank in production. A command of the sandbox has none there, so it is parked. */
export function withoutSandbox(deciders: DeciderTable<AccountCommands>): AnyDeciderTable {
  return Object.fromEntries(
    Object.entries(deciders).filter(([type]) => !sandboxCommands.has(type)),
  );
}
