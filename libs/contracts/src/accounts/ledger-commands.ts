import type { LedgerTransfer } from '../execution/execution-events.v1.js';
import type { PendingPosting, Posting, PostingTo } from '../base/values/posting.v1.js';
import type { CommandContract } from '../base/message/command-contract.js';

/** The account whose owner causes the entry: its stream is the key, so its commands keep their order. */
export type Owner = 'account' | 'card-account';

/**
 * The commands of the ledger. The id of an entry comes from its cause and ends in the generation of the
 * sandbox. A repeat changes nothing; a repeat with other content, or of an entry that was released, is
 * refused with CONFLICT. What an entry takes from the bank or brings to it goes to clearing accounts.
 */
export interface LedgerCommands {
  /**
   * Reserves the debits of an entry; its credits are not pending. Refused with FUNDS_NOT_AVAILABLE, with
   * RESOURCE_UNKNOWN for an account that is not open, with FORMAT_ERROR for an amount that its account
   * cannot have. A refusal leaves nothing behind: who gives the entry up then, releases it.
   */
  readonly ReserveEntry: CommandContract<
    Owner,
    { readonly entryId: string; readonly postings: readonly PostingTo<PendingPosting>[] }
  >;
  /** Books all postings of a reserved entry. */
  readonly BookReservedEntry: CommandContract<
    Owner,
    {
      readonly entryId: string;
      /** YYYY-MM-DD in Oslo. */
      readonly bookingDate: string;
      /** YYYY-MM-DD in Oslo. */
      readonly valueDate: string;
    }
  >;
  /** Books an entry at once, with at most 100 postings. Refused as ReserveEntry. */
  readonly BookEntry: CommandContract<
    Owner,
    {
      readonly entryId: string;
      readonly postings: readonly PostingTo<Posting>[];
      /** A correction: the balance may go below the limit. */
      readonly isForced?: true;
    }
  >;
  /** Gives up an entry that is not booked, also one that was never reserved; CONFLICT for a booked one. */
  readonly ReleaseEntry: CommandContract<Owner, { readonly entryId: string }>;
  /**
   * Internal: only the instruction of a transfer causes it. Reserves the debit of the transfer, or records
   * why it cannot be made; a credit of a batch-booked bulk that cannot be made is left out. Books it at once
   * where the instruction allows that and nothing of the transfer is late or left out. Never refused.
   */
  readonly ReserveTransfer: CommandContract<'entry', LedgerTransfer>;
  /**
   * Internal: only the start of a transfer causes it. Books the reserved entry. Where an account was closed
   * meanwhile the entry ends as refused. Refused with CONFLICT for an entry that was never reserved.
   */
  readonly BookTransfer: CommandContract<
    'entry',
    {
      readonly entryId: string;
      /** The booking and value day, YYYY-MM-DD in Oslo. */
      readonly day: string;
    }
  >;
  /**
   * Internal: only the start of a later run causes it. The creditor's bank confirms a booked transfer of the
   * sandbox. Another entry changes nothing.
   */
  readonly ConfirmTransfer: CommandContract<'entry', { readonly entryId: string }>;
}
