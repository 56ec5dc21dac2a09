import { sandboxRates } from '@nordgate/contracts/codes';
import type { ExchangeRates } from '@nordgate/contracts/codes';
import type { AccountCommands, SandboxCommands, WorldCommands } from '@nordgate/contracts/commands';
import { on, onAnyOf, onMany } from '@nordgate/decider';
import type { DeciderTable } from '@nordgate/decider';
import { carryForward } from './carry-forward/carry-forward.js';
import { bookEntry } from './entry/book-entry.js';
import { bookReservedEntry } from './entry/book-reserved-entry.js';
import { bookTransfer } from './transfer/book-transfer.js';
import { confirmTransfer } from './transfer/book-transfer.js';
import { accountStream } from './domain/account.js';
import { agreementStream } from './domain/agreement.js';
import { cardAccountStream } from './domain/card-account.js';
import { customerStream } from './domain/customer.js';
import { entryStream } from './domain/entry.js';
import { owners } from './domain/ledger-account.js';
import { followAccount, followCreditLimit } from './follow-core/follow-account.js';
import { followCardAccount } from './follow-core/follow-card-account.js';
import { followEntry } from './follow-core/follow-entry.js';
import type { ReadBooking } from './follow-core/reported-booking.js';
import { followPending, followPendingEnd } from './follow-core/follow-pending.js';
import { followAgreement, followCustomer } from './follow-core/follow-customer.js';
import { maintenanceStream } from './maintenance/maintenance.js';
import { endMaintenance, planMaintenance } from './maintenance/plan-maintenance.js';
import { releaseEntry } from './entry/release-entry.js';
import { reserveEntry } from './entry/reserve-entry.js';
import { reserveTransfer } from './transfer/reserve-transfer.js';
import type { FindTransferAccounts } from './transfer/reserve-transfer.js';
import { registerTppContact, removeTppContact } from './tpps/register-tpp-contact.js';
import { releaseTpp, stopTpp } from './tpps/stop-tpp.js';
import { registrationBy, tppContactStream } from './tpps/tpp-contact.js';
import { tppStopStream } from './tpps/tpp-stop.js';

/** What the deciders of accounts read besides their streams. */
export interface AccountsReads {
  readonly transferAccounts: FindTransferAccounts;
  readonly reportedBooking: ReadBooking;
  /** At which transfers are exchanged; those of the sandbox where nothing is given. */
  readonly rates?: ExchangeRates | undefined;
}

/** The commands of every bank. A sandbox adds its own (`sandbox/sandbox.deciders.ts`). */
export type BankCommands = Omit<AccountCommands, keyof SandboxCommands | keyof WorldCommands>;

/**
 * Who decides each command to accounts: one line per use case. A command of the sandbox has no decider in
 * production, so it is parked there.
 */
export function accountsDeciders({
  transferAccounts,
  reportedBooking,
  rates = sandboxRates,
}: AccountsReads): DeciderTable<BankCommands> {
  return {
    // A message could book anything: these are parts of other decisions.
    ReserveEntry: onAnyOf(owners, reserveEntry, { isInternal: true }),
    BookReservedEntry: onAnyOf(owners, bookReservedEntry, { isInternal: true }),
    BookEntry: onAnyOf(owners, bookEntry, { isInternal: true }),
    ReleaseEntry: onAnyOf(owners, releaseEntry, { isInternal: true }),
    FollowCustomer: on(customerStream, followCustomer, { isInternal: true }),
    FollowAgreement: on(agreementStream, followAgreement, { isInternal: true }),
    FollowAccount: on(accountStream, followAccount, { isInternal: true }),
    FollowCreditLimit: on(accountStream, followCreditLimit, { isInternal: true }),
    FollowCardAccount: on(cardAccountStream, followCardAccount, { isInternal: true }),
    FollowEntry: onAnyOf(owners, followEntry(reportedBooking), { isInternal: true }),
    FollowPending: onAnyOf(owners, followPending(reportedBooking), { isInternal: true }),
    FollowPendingEnd: onAnyOf(owners, followPendingEnd(reportedBooking), { isInternal: true }),
    CarryForward: onAnyOf(owners, carryForward, { isInternal: true }),
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
