import type { Owner } from '../accounts/ledger-commands.js';
import type { CommandContract } from '../base/message/command-contract.js';
import type {
  AccountReport,
  CardAccountReport,
  CardEntryReport,
  CardPendingEndReport,
  CardPendingReport,
  CreditLimitReport,
  EntryReport,
  PendingEndReport,
  PendingReport,
} from './core-accounts.v1.js';
import type { AgreementReport, CustomerReport } from './core-messages.v1.js';

/** A report of the bank's core, and its place among the reports of its subject. */
export interface Placed<Report> {
  readonly report: Report;
  /** A report that is not above the last one changes nothing. */
  readonly sequence: number;
}

/**
 * What the bank's core reports (docs/adr/0036), and how what was reported ends (docs/adr/0080). A refusal parks the report: CONFLICT for what contradicts
 * what is known, FORMAT_ERROR for what breaks a rule of the bank, RESOURCE_UNKNOWN for an entry of an
 * account that is not open.
 */
export interface ReportCommands {
  /** Internal. Registers, changes or removes a customer. */
  readonly FollowCustomer: CommandContract<'customer', Placed<CustomerReport>>;
  /** Internal. Signs, changes or ends an agreement. */
  readonly FollowAgreement: CommandContract<'agreement', Placed<AgreementReport>>;
  /** Internal. Opens an account with its opening balance, changes its name and kind, or closes it. */
  readonly FollowAccount: CommandContract<'account', Placed<AccountReport>>;
  /** Internal. Opens a card account with its opening balance, changes its name, product and limit, or closes it. */
  readonly FollowCardAccount: CommandContract<'card-account', Placed<CardAccountReport>>;
  /** Internal. Changes how far the balance of an account may go below zero. */
  readonly FollowCreditLimit: CommandContract<'account', Placed<CreditLimitReport>>;
  /** Books what the core has booked on an account or a card account, without a check of funds. */
  readonly FollowEntry: CommandContract<Owner, Placed<EntryReport | CardEntryReport>>;
  /** Reserves what the core has reserved, without a check of funds, or changes the reservation. */
  readonly FollowPending: CommandContract<Owner, Placed<PendingReport | CardPendingReport>>;
  /** Ends a reservation; one that comes later reserves nothing. */
  readonly FollowPendingEnd: CommandContract<
    Owner,
    Placed<PendingEndReport | CardPendingEndReport>
  >;
  /** Internal. Records the whole state of an open account, so that its earlier events may be dropped once they are old. */
  readonly CarryForward: CommandContract<
    Owner,
    {
      /** The first day of which bookings are held, YYYY-MM-DD. */
      readonly heldFrom: string;
    }
  >;
}
