import type {
  AccountReport,
  AgreementReport,
  CustomerReport,
  EntryReport,
} from './core-messages.v1.js';
import type { CommandContract } from '../base/message/command-contract.js';

/** A report of the bank's core, and its place among the reports of its subject. */
export interface Placed<Report> {
  readonly report: Report;
  /** A report that is not above the last one changes nothing. */
  readonly sequence: number;
}

/**
 * What the bank's core reports (docs/adr/0036). A refusal parks the report: CONFLICT for what contradicts
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
  /** Books what the core has booked on an account, without a check of funds. */
  readonly FollowEntry: CommandContract<'account', Placed<EntryReport>>;
}
